// A process of its own for the tests: starts a server and a pooler, and is killed while it has them.
import { Cluster } from "./cluster.js";
import { startPooler, whyNoPooler } from "./pgbouncer.js";

const cluster = await Cluster.start({}, process.argv[2]);
const urls = [cluster.url, ...(whyNoPooler === undefined ? [await startPooler(cluster.folder, 1)] : [])];
process.send?.(urls);
process.on("disconnect", () => {});
setInterval(() => {}, 60_000);
