// Answers the op `count` for small numbers, honestly but for one way of being hostile: `node command.js <way>`.
import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

const way = process.argv[2];
const pids = process.env["PIDS"];
if (pids) appendFileSync(pids, `${process.pid}\n`);

const print = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
const flood = async (chunk, total) => {
  for (let sent = 0; sent < total; sent += chunk.length) {
    if (!process.stdout.write(chunk)) await new Promise((resolve) => process.stdout.once("drain", resolve));
  }
};
const leaveChild = () => {
  const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 600_000)"], { stdio: "inherit" });
  if (pids) appendFileSync(pids, `${child.pid}\n`);
};

let held;

/** They have more to say after the last answer. */
const LATE = ["twice-later", "says-more-after-the-last"];

const answer = async (seq, { n }) => {
  const honest = { seq, result: String(n) };
  switch (way) {
    case "silent":
      return;
    case "out-of-order":
      if (held) print(honest);
      if (held) print(held);
      held = held ? undefined : honest;
      return;
    case "twice":
      process.stdout.write(`${JSON.stringify(honest)}\n${JSON.stringify(honest)}\n`);
      return;
    case "twice-later":
      print(honest);
      setTimeout(() => print(honest), 50);
      return;
    case "log-line":
      if (n === 3) console.log("handling case 3");
      break;
    case "hangs":
      if (n === 3) {
        leaveChild();
        return;
      }
      break;
    case "busy":
      while (n === 3);
      break;
    case "dies-at-7":
      if (n === 7) process.exit(3);
      break;
    case "killed-at-7":
      if (n === 7) process.kill(process.pid, "SIGKILL");
      break;
    case "dies-for-good":
      if (n === 7) appendFileSync(process.env["DEAD"], "dead");
      if (n === 7) process.exit(3);
      break;
    case "floods":
      if (n === 4) await flood("x".repeat(1 << 20), 100 << 20);
      break;
    case "floods-lines":
      if (n === 4) await flood(`${"x".repeat(99)}\n`.repeat(10_000), 100 << 20);
      break;
    case "floods-stderr":
      if (n === 4) await new Promise((resolve) => process.stderr.write("e".repeat(1 << 20), resolve));
      break;
    case "other-result":
      print({ seq, result: String(n === 5 ? 6 : n) });
      return;
    case "other-seq":
      print({ seq: n === 5 ? seq - 1 : seq, result: String(n) });
      return;
    case "skips-all":
      print({ seq, skipped: true, message: "not done" });
      return;
    case "errored":
      print(n === 2 ? { seq, errored: true, message: "IndexError" } : honest);
      return;
    case "no-kind":
      print(n === 2 ? { seq, skipped: false } : honest);
      return;
    case "two-kinds":
      print(n === 2 ? { ...honest, skipped: true } : honest);
      return;
    case "no-object":
      print(n === 2 ? [honest] : honest);
      return;
    case "nested":
      if (n === 2) process.stdout.write(`{"seq":${seq},"result":${"[".repeat(5_000)}${"]".repeat(5_000)}}\n`);
      else print(honest);
      return;
    case "long-legal":
      await flood(`{"seq":${seq},"result":"`, 1);
      await flood("x".repeat(1 << 20), 7 << 20);
      await flood('"}\n', 1);
      return;
    case "long-key":
      await flood(`{"seq":${seq},"result":{"`, 1);
      await flood("x".repeat(1 << 20), 7 << 20);
      await flood('":1}}\n', 1);
      return;
    case "long-lists":
      await flood(`{"seq":${seq},"result":[`, 1);
      await flood("[],".repeat(1 << 18), 7 << 20);
      await flood("[]]}\n", 1);
      return;
    case "long-keys":
      await flood(`{"seq":${seq},"result":{`, 1);
      for (let key = 0; key < 400_000; key += 10_000) {
        const keys = Array.from({ length: 10_000 }, (_, index) => `"key ${key + index}":1,`);
        await flood(keys.join(""), 1);
      }
      await flood('"last":1}}\n', 1);
      return;
    case "long-message":
      await flood(`{"seq":${seq},"errored":true,"message":"`, 1);
      await flood("x".repeat(1 << 20), 7 << 20);
      await flood('"}\n', 1);
      return;
    case "result-twice":
      if (n === 2) process.stdout.write(`{"seq":${seq},"result":"2","result":"2"}\n`);
      else print(honest);
      return;
    case "not-utf8":
      if (n === 2) process.stdout.write(Buffer.from([0x22, 0xff, 0x22, 0x0a]));
      break;
    case "says-more-after-the-last":
      print(honest);
      if (n === 10) setTimeout(() => print({ bye: true }), 100);
      return;
  }
  print(honest);
};

if (way === "exits") process.exit(0);
if (way === "mute") setTimeout(() => {}, 600_000);
if (way === "dies-for-good") {
  const { existsSync } = await import("node:fs");
  if (existsSync(process.env["DEAD"])) process.exit(4);
}
if (way === "greets-with-a-log") console.log("ready");

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.cmd === "start" && way !== "mute") {
    print({ version: way === "version-2" ? 2 : 1, suites: ["format"], name: way });
  }
  if (message.cmd === "run") {
    await answer(message.seq, message.case);
  }
  if (message.cmd === "stop" && way === "stays") {
    leaveChild();
    await new Promise((resolve) => setTimeout(resolve, 600_000));
  }
  if (message.cmd === "stop" && way === "crashes-at-the-end") process.exit(3);
  if (message.cmd === "stop" && way === "garbage-at-the-end") process.stdout.write("Segmentation");
  if (message.cmd === "stop") setTimeout(() => process.exit(0), LATE.includes(way) ? 400 : 0);
}
