// Faults of the file system, for the tests: a process that imports this before what it tests has calls of `node:fs` that
// fail, or that end it as a crash would.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** Every call that the packages make and that reaches the disk. */
const SYNC = [
  "accessSync",
  "chmodSync",
  "chownSync",
  "closeSync",
  "existsSync",
  "fchmodSync",
  "fchownSync",
  "fstatSync",
  "ftruncateSync",
  "mkdirSync",
  "openSync",
  "readFileSync",
  "readSync",
  "readdirSync",
  "renameSync",
  "rmdirSync",
  "statSync",
  "unlinkSync",
];
const LATER = ["fsync", "read", "write"];

const real = Object.fromEntries([...SYNC, ...LATER].map((name) => [name, fs[name]]));

/** What is asked about each call: nothing, or what fails it. */
let onCall = () => {};
const opened = new Map();

const watch = (name) => {
  const watched = (...given) => {
    const path = typeof given[0] === "number" ? opened.get(given[0]) : given[0];
    onCall({ name, path: String(path), given });
    const result = real[name](...given);
    if (name === "openSync") opened.set(result, given[0]);
    return result;
  };
  // `promisify` knows what `read` and `write` give by a symbol of theirs.
  Object.defineProperties(watched, Object.getOwnPropertyDescriptors(real[name]));
  fs[name] = watched;
};
for (const name of [...SYNC, ...LATER]) watch(name);
syncBuiltinESMExports();

/** Ends all faults. */
export const heal = () => {
  onCall = () => {};
};

/**
 * From now on a flush is answered at once: what the crash of a process leaves, no disk has a part in. It counts as a
 * call as before.
 */
export const skipFlushes = () => {
  real.fsync = (_descriptor, done) => setImmediate(done, null);
};

/** Fails each call of this name whose path ends so, with an error of the operating system. */
export const failCalls = (name, ending, code) => {
  onCall = (call) => {
    if (call.name !== name || !call.path.endsWith(ending)) return;
    throw Object.assign(new Error(`${code}: injected, ${name}`), { code, errno: code === "EIO" ? -5 : -13 });
  };
};

/** Does something once, right before the first call of this name whose path ends so. */
export const before = (name, ending, action) => {
  onCall = (call) => {
    if (call.name !== name || !call.path.endsWith(ending)) return;
    heal();
    action();
  };
};

class Crash extends Error {}

/**
 * Crashes at the n-th call, from 1: it and every later one are not done, as if the process had been killed right before
 * it; of a write, the half is done.
 *
 * @returns {() => boolean} whether it has crashed by then
 */
export const crashAt = (n) => {
  let calls = 0;
  onCall = ({ name, given }) => {
    calls++;
    if (calls === n && name === "write") {
      const [descriptor, bytes, start, length] = given;
      fs.writeSync(descriptor, bytes, start, Math.floor(length / 2));
    }
    if (calls >= n) throw new Crash(`crashed at call ${n}, ${name}`);
  };
  return () => calls >= n;
};

/** Kills the process right before the n-th call, from 1. */
export const killAt = (n) => {
  let calls = 0;
  onCall = () => {
    calls++;
    if (calls === n) process.kill(process.pid, "SIGKILL");
  };
};

/** Whether an action came to its end, and what it gave: undefined where it crashed. */
export const untilCrash = async (action) => {
  try {
    return { answer: await action() };
  } catch (error) {
    if (error instanceof Crash || error.cause instanceof Crash) return undefined;
    return { error };
  }
};

/** The tokens in a folder's locks become those of a process that has ended. */
export const endHolders = (folder) => {
  for (const name of real.readdirSync(folder)) {
    if (!name.endsWith(".lembas-lock")) continue;
    for (const held of real.readdirSync(`${folder}/${name}`)) {
      const dead = held.replace(`-${process.pid}-`, "-999999999-");
      if (dead !== held) real.renameSync(`${folder}/${name}/${held}`, `${folder}/${name}/${dead}`);
    }
  }
};
