import { realpath, rm, rmdir } from "node:fs/promises";
import { dirname } from "node:path";
import { makeFolder, readText, replaceFile } from "@lembas/files";
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

/**
 * Copies the hook into its folder and adds its entry to the settings, whose form stays.
 *
 * @throws {SettingsError} the settings are not JSON; nothing is written
 * @throws {FileError} a file cannot be replaced, or the settings were changed meanwhile by somebody else
 */
export const install = async (places: Places, { log, dryRun }: InstallOptions): Promise<Report> => {
  const { settings: path, hook, folder, backup } = places;
  const before = await readText(path);
  const isThere = hasEntry(parseSettings(before, path), hook);
  const after = addEntry(before, makeEntry(hook, log ? places.log : undefined), hook);
  const code = await readBundledHook();
  if (!dryRun) {
    await makeFolder(folder);
    await replaceFile(hook, code);
    if (!isThere && before !== undefined) await replaceFile(backup, before);
    if (!isThere && before === undefined) await rm(backup, { force: true });
    if (after !== before) {
      await makeFolder(dirname(path));
      await replaceFile(path, after, { before });
    }
  }
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
  const before = await readText(path);
  const isThere = hasEntry(parseSettings(before, path), hook);
  const after =
    isThere && before !== undefined ? withoutEntry(before, await readText(backup), places) : before;
  const hadHook = (await readText(hook)) !== undefined;
  if (!dryRun) {
    // A link that led to no file stays.
    if (after === undefined && before !== undefined) await rm(await realpath(path));
    else if (after !== undefined && after !== before) await replaceFile(path, after, { before });
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
