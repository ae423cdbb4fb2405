import { type ChildProcess, type ForkOptions, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { atEnd } from "./at-end.js";

const script = fileURLToPath(new URL("worker-process.js", import.meta.url));

/** What a worker sends: that it holds the lock, or how its command ended. */
export interface WorkerMessage {
  readonly held?: true;
  readonly answer?: unknown;
  readonly failed?: string;
}

/** A process of its own that uses the built package; it ends with the test file. */
export class Worker {
  readonly child: ChildProcess;

  constructor(options: ForkOptions = {}) {
    this.child = fork(script, { execArgv: [], ...options });
    atEnd(() => this.kill());
  }

  /** Sends a command and gives the next message that comes back. */
  async ask(command: string, details: object): Promise<WorkerMessage> {
    this.child.send({ command, ...details });
    return this.next();
  }

  async next(): Promise<WorkerMessage> {
    const [message] = await once(this.child, "message");
    return message;
  }

  /** Ends it like a power cut, and waits until it is gone. */
  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, "exit");
    this.child.kill("SIGKILL");
    await gone;
  }
}
