import { beforeAll, it } from "vitest";
import { Cluster, mustRun, whyNoCluster } from "./cluster.js";

/** A test that needs a server of its own, to end it or its backends. */
export const itOnCluster = it.runIf(whyNoCluster === undefined || mustRun);

/** A server for the tests of a file, which they may end. */
export const useCluster = (settings?: Readonly<Record<string, string>>): (() => Cluster) => {
  let cluster: Cluster | undefined;
  if (whyNoCluster !== undefined) it.skip(`not tried: ${whyNoCluster}`);
  beforeAll(async () => {
    if (whyNoCluster !== undefined && !mustRun) return undefined;
    const started = await Cluster.start(settings);
    cluster = started;
    return () => started.remove();
  }, 300_000);
  return () => {
    if (cluster === undefined) throw new Error(whyNoCluster ?? "the cluster is not started yet");
    return cluster;
  };
};
