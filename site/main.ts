// npm run docs:site: builds the site into site/dist, in place of an earlier one.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { buildSite } from "./build.ts";
import { root } from "./contents.ts";

const folder = join(root, "site/dist");
const site = await buildSite();
rmSync(folder, { recursive: true, force: true });
for (const [address, text] of site) {
  mkdirSync(dirname(join(folder, address)), { recursive: true });
  writeFileSync(join(folder, address), text);
}
console.log(`${site.size} files; open site/dist/index.html`);
