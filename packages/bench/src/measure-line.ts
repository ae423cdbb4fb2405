import { allLines } from "./all-lines.js";

/** `fork` of this file with a line's number: measures that one line, and sends its comparison. */
const line = allLines[Number(process.argv[2])];
if (!line) throw new RangeError(`There is no line ${process.argv[2]}.`);
process.send?.(await line.measure());
process.disconnect();
