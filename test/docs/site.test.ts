// The site of the documents: every page is built, every link leads to a page and a heading of it, and the search finds sections. It is built in memory.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import MiniSearch from "minisearch";
import { beforeAll, expect, test } from "vitest";
import { type IndexedSection, indexOptions } from "../../site/browser/search-index.ts";
import { buildSite, type Site } from "../../site/build.ts";
import { allPages, root } from "../../site/contents.ts";
import { readPage } from "../../site/markdown.ts";

let site: Site;
beforeAll(async () => {
  site = await buildSite();
});

test("all documents are pages", () => {
  const documents = ["docs", "docs/adr"].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name}`),
  );
  expect([...allPages].sort()).toEqual([...documents, "README.md", "CONTRIBUTING.md", "CHANGELOG.md"].sort());
});

test("all links and scripts lead to files of the site, and to headings in them", () => {
  const dangling: string[] = [];
  let links = 0;
  for (const [address, html] of site) {
    if (!address.endsWith(".html")) continue;
    for (const [, target = ""] of html.matchAll(/(?:href|src)="([^"]*)"/g)) {
      links++;
      if (/^(https:\/\/|data:image\/png;base64,)/.test(target)) continue;
      const [path, anchor] = new URL(target, `file:///${address}`).href.slice("file:///".length).split("#") as [string, string?];
      const page = site.get(decodeURI(path));
      if (page === undefined || (anchor !== undefined && !page.includes(` id="${decodeURI(anchor)}"`)))
        dangling.push(`${address}: ${target}`);
    }
  }
  expect(dangling).toEqual([]);
  expect(links).toBeGreaterThan(3000);
});

test("pages load nothing from elsewhere", () => {
  const loading = /<(?:script|link|img|iframe)[^>]*(?:src|href)="(?:https?:)?\/\//;
  expect([...site].filter(([address, html]) => address.endsWith(".html") && loading.test(html))).toEqual([]);
});

test("a link that leads nowhere stops the build", () => {
  expect(() => readPage("docs/ci.md", "# CI\n\n[gone](gone.md)\n")).toThrow("docs/ci.md links to gone.md, which is not a file");
});

test.each([
  ["RVL202", "diagnostics.html#rvl202-call-to-an-unmodelled-function"],
  ["spurious wake", "what-is-modelled.html#the-environment"],
  ["github action", "ci.html#github"],
  ["pthread_cond_wait", "library.html"],
])("the search finds %s", (query, address) => {
  const text = JSON.parse(/^ravelSearchIndex=(.*);$/m.exec(site.get("search-index.js") as string)?.[1] as string) as string;
  const results = MiniSearch.loadJSON<IndexedSection>(text, indexOptions).search(query);
  expect(results.slice(0, 3).some(({ id }) => String(id).startsWith(address))).toBe(true);
});
