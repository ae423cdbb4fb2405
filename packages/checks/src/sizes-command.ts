import { installedSize, mostInstalled, sizesOfEntries } from "./sizes.js";
import { readCodePackages } from "./workspace.js";

const inKilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/** `tsx src/sizes-command.ts`: what each package weighs, installed and in a page, as a Markdown table; 1 where a bound is not kept. */
console.log("| entry | minified | minified, gzip | installed alone | packages |");
console.log("|---|---|---|---|---|");
for (const owner of readCodePackages()) {
  const { bytes, packages } = installedSize(owner);
  if (bytes > (mostInstalled(owner.name) ?? Number.POSITIVE_INFINITY)) process.exitCode = 1;
  for (const [index, { specifier, minified, compressed }] of (await sizesOfEntries(owner)).entries()) {
    const installed = index === 0 ? `${inKilobytes(bytes)} | ${packages}` : " | ";
    console.log(
      `| \`${specifier}\` | ${inKilobytes(minified)} | ${inKilobytes(compressed)} | ${installed} |`,
    );
  }
}
