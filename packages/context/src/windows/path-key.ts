/**
 * Which paths are the same file: those that are equal after dropping `.` and empty segments. A leading `/` stays; `..`
 * and `\` are not touched. Specification 2.6.
 */
export const pathKey = (path: string): string => {
  const segments = path.split("/").filter((segment) => segment !== "" && segment !== ".");
  return (path.startsWith("/") ? "/" : "") + segments.join("/");
};

/** A path as a head shows it: on one line. Specification 2.3. */
export const showPath = (path: string): string => path.replaceAll("\n", "\\n").replaceAll("\r", "\\r");
