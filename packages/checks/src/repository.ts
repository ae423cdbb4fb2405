/** Where a package's source is, as package.json says it. */
export interface Repository {
  readonly type: "git";
  readonly url: string;
  readonly directory: string;
}

/**
 * The repository field of a package in a folder of the repository, from what a GitHub workflow has in its environment.
 * npm accepts provenance only where this field names the repository that the workflow runs in.
 *
 * @throws {Error} where the environment does not say which repository this is
 */
export const repositoryOf = (
  directory: string,
  environment: Readonly<Record<string, string | undefined>>,
): Repository => {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = environment;
  if (!server || !name) {
    throw new Error(
      "GITHUB_SERVER_URL and GITHUB_REPOSITORY must say where the packages are released from, like https://github.com and owner/name.",
    );
  }
  return { type: "git", url: `git+${server}/${name}.git`, directory };
};
