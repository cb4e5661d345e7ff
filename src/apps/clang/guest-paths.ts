// Names of files as the embedded clang sees them. Nothing here needs Node: the playground uses it as well.

/** Below it is the host's file system. */
export const hostRoot = "/@";
/** Below it are the compiler's own headers. */
export const resourceFolder = "/@clang";

const isAbsolute = (path: string): boolean => /^(\/|[A-Za-z]:[\\/]|\\)/.test(path);

/** The guest path of a host path. Relative paths do not change, so that messages have the user's names. */
export function toGuestPath(path: string): string {
  if (!isAbsolute(path)) return path;
  return path.startsWith("/") ? hostRoot + path : `${hostRoot}/${path.replaceAll("\\", "/")}`;
}

export function toHostText(text: string): string {
  return text.replaceAll(`${hostRoot}/`, "/");
}

export const guestPrefixMap = `${hostRoot}/=/`;
