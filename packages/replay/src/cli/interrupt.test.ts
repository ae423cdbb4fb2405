import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { bin, jsonLines, read, scratchCommand } from "../testing/scratch-command.js";

const { file, folder } = scratchCommand();

it.runIf(process.platform !== "win32")(
  "Ctrl-C gives the report so far, marked as such, and ends 130",
  async () => {
    const whole = file("whole.jsonl", jsonLines(read("#a001"), read("#a002")));
    execFileSync("mkfifo", [join(folder, "endless.jsonl")]);
    const child = spawn(process.execPath, [bin, whole, "endless.jsonl", whole], { cwd: folder });
    const printed: Buffer[] = [];
    child.stdout.on("data", (part: Buffer) => printed.push(part));
    const ended = once(child, "exit");
    // It can be opened when the command reads it: then the file before it is replayed.
    const pipe = await open(join(folder, "endless.jsonl"), "w");
    await pipe.write(jsonLines(read("#a003")));
    child.kill("SIGINT");
    await setTimeout(300);
    // By now the command may have closed its end.
    await pipe.write(jsonLines(read("#a004"))).catch(({ code }) => expect(code).toBe("EPIPE"));
    await pipe.close();
    expect(await ended).toEqual([130, null]);
    const text = Buffer.concat(printed).toString("utf8");
    expect(text).toMatch(
      /^Interrupted: this is the report so far, of [12] recordings? among 3 files\.\n\n(?:Your tools gave|Nothing to gain here:) /,
    );
  },
);
