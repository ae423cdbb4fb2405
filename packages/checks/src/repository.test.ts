import { expect, it } from "vitest";
import { repositoryOf } from "./repository.js";

it("is where the workflow runs", () => {
  const environment = { GITHUB_SERVER_URL: "https://github.com", GITHUB_REPOSITORY: "owner/name" };
  expect(repositoryOf("packages/format", environment)).toEqual({
    type: "git",
    url: "git+https://github.com/owner/name.git",
    directory: "packages/format",
  });
});

it("is never guessed", () => {
  expect(() => repositoryOf("packages/format", {})).toThrow(
    "GITHUB_SERVER_URL and GITHUB_REPOSITORY must say",
  );
});
