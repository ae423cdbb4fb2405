import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { formats } from "./all-formats.js";
import { unreadAgents } from "./unread-agents.js";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

it.each(formats)(
  "$title stands in the README, with where its sessions are",
  ({ title, name, sessions = [] }) => {
    const row = new RegExp(`^\\| ${title} +\\| \`${name}\` .*$`, "m").exec(readme)?.[0] ?? "";
    expect(row).not.toBe("");
    for (const { folder, moved = [] } of sessions) {
      expect(row).toContain(`~/${folder}`);
      const variables = moved.filter((variable) => !variable.startsWith("XDG_"));
      for (const variable of variables) expect(row).toContain(variable.split("/")[0]);
    }
  },
);

it("agents that are known and not read stand in the README's limits", () => {
  const limit = /^- Not read, and refused by name: .*$/m.exec(readme)?.[0] ?? "";
  const names = unreadAgents.flatMap(({ title }) => title.replace(/ \(.*$/, "").split(/, | or /));
  expect(names.filter((name) => !limit.includes(name))).toEqual([]);
});
