import type { Problems } from "../problems.js";
import type { Recorded } from "../recorded.js";
import type { ToolTable } from "../tool-rules.js";

/** What a reader is given: the agent's tool table, and where to count what it cannot use. */
export interface ReaderSetup {
  readonly table: ToolTable;
  readonly problems: Problems;
}

/** Reads one recording, value by value. */
export interface Reader {
  /** What one JSON value of the file holds. `where` is its place, for problems. */
  read(value: unknown, where: string): Iterable<Recorded>;
  /** Called after the last value. */
  end(): void;
}

/** A format of recordings. */
export interface Format {
  /** The name that `--map` uses. */
  readonly name: string;
  /** The name for people. */
  readonly title: string;
  /** Where the agent usually keeps its sessions. */
  readonly folder?: string | undefined;
  readonly table: ToolTable;
  /** Whether a JSON value of a file shows that the file is of this format. */
  recognises(value: unknown): boolean;
  reader(setup: ReaderSetup): Reader;
}
