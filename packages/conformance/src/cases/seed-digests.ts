/** SHA-256 of each suite's `seed.json`, whole and in hex: the seeds are never edited, and this is the only pin. */
export const SEED_DIGESTS: Readonly<Record<string, string>> = {
  context: "1fbc2ad62a9a5692ed2b53a096ac83c3515539390e965830c364add5f34b3112",
  "jobs-note": "08be436cc9341c360c0345c25622656c01654a5c7e9f7e99e45ef278c32cd63a",
  memory: "08fb56b7218296cdc2e44b94519000f2d6402a06417c27e6da6c190eb35757f8",
};
