// The notices of packages whose code is part of bundles: their licences ask for them. In: paths of bundled files, as esbuild's metafile has them. Out: a text with name, version and licence of
// each package.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The directory of the package that a file belongs to, or null: it is one of Ravel's. */
export function packageFolderOf(path) {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? null;
}

export function noticesOf(root, paths) {
  const folders = [...new Set(paths.map(packageFolderOf).filter((folder) => folder !== null))].sort();
  const notices = folders.map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
    const file = readdirSync(join(root, folder)).find((f) => /^licen[cs]e(\.|$)/i.test(f));
    if (file === undefined) throw new Error(`${name} has no licence text`);
    const text = readFileSync(join(root, folder, file), "utf8").trim();
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  return `Ravel contains code of these packages.\n\n${notices.join(`\n${"-".repeat(80)}\n\n`)}`;
}
