/** Where a package is found, as package.json says it. */
export interface Addresses {
  readonly homepage: string;
  readonly repository: { readonly type: "git"; readonly url: string; readonly directory: string };
  readonly bugs: { readonly url: string };
}

/**
 * Where a package in a folder of the repository is found, from what a GitHub workflow has in its environment. npm accepts
 * provenance only where the repository field names the repository that the workflow runs in.
 *
 * @throws {Error} where the environment does not say which repository this is
 */
export const addressesOf = (
  directory: string,
  environment: Readonly<Record<string, string | undefined>>,
): Addresses => {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = environment;
  if (!server || !name) {
    throw new Error(
      "GITHUB_SERVER_URL and GITHUB_REPOSITORY must say where the packages are released from, like https://github.com and owner/name.",
    );
  }
  const home = `${server}/${name}`;
  return {
    homepage: `${home}/tree/HEAD/${directory}#readme`,
    repository: { type: "git", url: `git+${home}.git`, directory },
    bugs: { url: `${home}/issues` },
  };
};
