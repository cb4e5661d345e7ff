// The script and the style of the HTML report, as the build made them, with the hashes by which a page allows them.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Asset, PageAssets } from "../../reports/html/page.ts";
import { pageScript, pageStyle } from "../clang/assets.ts";

export const assetOf = (text: string): Asset => ({ text, hash: createHash("sha256").update(text).digest("base64") });

export const loadPage = (): PageAssets => ({
  script: assetOf(readFileSync(pageScript(), "utf8")),
  style: assetOf(readFileSync(pageStyle(), "utf8")),
});
