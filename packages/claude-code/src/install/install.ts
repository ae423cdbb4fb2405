import { rm, rmdir } from "node:fs/promises";
import { dirname } from "node:path";
import { type LockedFile, makeFolder, readText, replaceFile, withLock } from "@lembas/files";
import { readBundledHook } from "../read-bundled-hook.js";
import type { Places } from "./places.js";
import { addEntry, hasEntry, makeEntry, otherCommands, parseSettings, removeEntry } from "./settings-text.js";

/** What an installation does, or would do: lines for people. */
export type Report = readonly string[];

/** How it is installed. */
export interface InstallOptions {
  /** Whether changed answers are to be logged. */
  readonly log: boolean;
  /** Nothing is written. */
  readonly dryRun: boolean;
}

const otherHooks = async (places: Places): Promise<Report> => {
  const commands = await Promise.all(
    places.allSettings.map(async (path) => {
      try {
        return otherCommands(parseSettings(await readText(path), path), places.hook).map((command) => ({
          path,
          command,
        }));
      } catch {
        return [];
      }
    }),
  );
  const others = commands.flat();
  if (others.length === 0) return [];
  return [
    "Other hooks run for the same tools. Where one of them changes an answer too, the last to finish wins:",
    ...others.map(({ path, command }) => `  ${command}  (${path})`),
  ];
};

/** The settings as they are, and with the hook's entry. */
interface Plan {
  readonly before: string | undefined;
  readonly after: string;
  readonly isThere: boolean;
}

/**
 * Copies the hook into its folder and adds its entry to the settings, whose form stays. Two at once wait for each other.
 *
 * @throws {SettingsError} the settings are not JSON; nothing is written
 * @throws {FileError} a file cannot be replaced, or the settings were changed meanwhile by somebody else
 */
export const install = async (places: Places, { log, dryRun }: InstallOptions): Promise<Report> => {
  const { settings: path, hook, folder, backup } = places;
  const code = await readBundledHook();
  const plan = (before: string | undefined): Plan => ({
    before,
    isThere: hasEntry(parseSettings(before, path), hook),
    after: addEntry(before, makeEntry(hook, log ? places.log : undefined), hook),
  });
  const write = async (file: LockedFile): Promise<Plan> => {
    const planned = plan(await file.read());
    const { before, after, isThere } = planned;
    await makeFolder(folder);
    await replaceFile(hook, code);
    if (!isThere && before !== undefined) await replaceFile(backup, before);
    if (!isThere && before === undefined) await rm(backup, { force: true });
    if (after !== before) await file.replace(after, { before });
    return planned;
  };
  const seen = plan(await readText(path));
  if (!dryRun) await makeFolder(dirname(path));
  const { before, after } = dryRun ? seen : await withLock(path, write);
  const would = dryRun ? "would be " : "";
  return [
    `${hook} ${would}written.`,
    after === before
      ? `${path} has its entry already.`
      : `${path} ${would}changed: hooks.PostToolUse has one entry for it.`,
    ...(dryRun && after !== before ? ["", after] : []),
    ...(await otherHooks(places)),
    ...(dryRun ? [] : ["Sessions that run keep their hooks; new ones have it."]),
  ];
};

/** The settings without the entry: as they were before it came, where nothing else has changed since. */
const withoutEntry = (
  text: string,
  backup: string | undefined,
  { hook, log }: Places,
): string | undefined => {
  for (const logged of [undefined, log]) {
    if (text === addEntry(backup, makeEntry(hook, logged), hook)) return backup;
  }
  return removeEntry(text, hook);
};

/**
 * Takes the entry out of the settings, and the hook's folder away.
 *
 * @throws {SettingsError} the settings are not JSON; nothing is removed
 * @throws {FileError} the settings cannot be replaced, or were changed meanwhile by somebody else; nothing is removed
 */
export const uninstall = async (places: Places, dryRun: boolean): Promise<Report> => {
  const { settings: path, hook, folder, backup, log } = places;
  const hadHook = (await readText(hook)) !== undefined;
  const takeOut = async (file: LockedFile): Promise<boolean> => {
    const before = await file.read();
    const isThere = hasEntry(parseSettings(before, path), hook);
    if (!isThere || before === undefined) return isThere;
    const after = withoutEntry(before, await readText(backup), places);
    // A link that led to no file stays.
    if (after === undefined) await rm(file.path);
    else await file.replace(after, { before });
    return isThere;
  };
  const seen = await readText(path);
  const wasThere = hasEntry(parseSettings(seen, path), hook);
  const isThere = dryRun || seen === undefined ? wasThere : await withLock(path, takeOut);
  if (!dryRun) {
    for (const file of [hook, backup, log]) await rm(file, { force: true });
    // Its own folder, and the one above it that others of this package may be in.
    for (const own of [folder, dirname(folder)]) await rmdir(own).catch(() => {});
  }
  const would = dryRun ? "would be " : "";
  return [
    isThere ? `The entry ${would}taken out of ${path}.` : `${path} has no entry of this hook.`,
    hadHook ? `${hook} ${would}removed.` : `${hook} is not there.`,
  ];
};
