import { beforeAll, inject, it } from "vitest";
import { Cluster, mustRun, whyNoCluster } from "./cluster.js";

/** A test that needs a server of its own, to end it or its backends. */
export const itOnCluster = it.runIf(whyNoCluster === undefined || mustRun);

const server = inject("server");
const shared = "own" in server ? server.own : undefined;

/** Where a server is that is the tests' own. */
export type OwnServer = Pick<Cluster, "url" | "folder">;

/** A server for the tests of a file, which they may end. */
export const useCluster = (settings?: Readonly<Record<string, string>>): (() => Cluster) => {
  let cluster: Cluster | undefined;
  if (whyNoCluster !== undefined) it.skip(`not tried: ${whyNoCluster}`);
  beforeAll(async () => {
    if (whyNoCluster !== undefined && !mustRun) return undefined;
    const started = await Cluster.start(settings, shared?.template);
    cluster = started;
    return () => started.remove();
  }, 300_000);
  return () => {
    if (cluster === undefined) throw new Error(whyNoCluster ?? "the cluster is not started yet");
    return cluster;
  };
};

/** A server that is the tests' own, and that others use too: none may end it. */
export const useOwnServer = (): (() => OwnServer) => (shared ? () => shared : useCluster());
