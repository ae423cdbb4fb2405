import type { TestProject } from "vitest/node";
import { Cluster, ClusterTemplate, whyNoCluster } from "./cluster.js";

/** A server that is the tests' own, and the folder of the template that it was made from. */
interface Own {
  readonly url: string;
  readonly folder: string;
  readonly template: string;
}

/** Where the tests' server is; or why there is none. */
export type Server = { readonly url: string; readonly own?: Own } | { readonly missing: string };

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
  const template = new ClusterTemplate();
  const cluster = await Cluster.start({ max_connections: "300" }, template.folder);
  const { url, folder } = cluster;
  project.provide("server", { url, own: { url, folder, template: template.folder } });
  return async () => {
    await cluster.remove();
    template.remove();
  };
};
