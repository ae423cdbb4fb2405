import type { TestProject } from "vitest/node";
import { Cluster, whyNoCluster } from "./cluster.js";

/** Where the tests' server is; or why there is none. */
export type Server = { readonly url: string } | { readonly missing: string };

declare module "vitest" {
  interface ProvidedContext {
    server: Server;
  }
}

/** Gives all tests of the package one server: the one that LEMBAS_POSTGRES_URL names, or one of their own. */
export const setup = async (project: TestProject): Promise<(() => Promise<void>) | undefined> => {
  const given = process.env["LEMBAS_POSTGRES_URL"];
  if (given) {
    project.provide("server", { url: given });
    return undefined;
  }
  if (whyNoCluster !== undefined) {
    project.provide("server", { missing: whyNoCluster });
    return undefined;
  }
  const cluster = await Cluster.start({ max_connections: "300" });
  project.provide("server", { url: cluster.url });
  return () => cluster.remove();
};
