// The documents as one static site. In: the documents of the repository. Out: files by their address in the site: pages, copies of the files that pages
// link to, the script, the style, and the index of the search.
//
// Pages are searched by section. The index is a script that sets a variable, because a page that is read from a folder may load scripts, but not data.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import MiniSearch from "minisearch";
import { buildSearch } from "../scripts/build-web.mjs";
import { type IndexedSection, indexOptions } from "./browser/search-index.ts";
import { allPages, root } from "./contents.ts";
import { copyOf, type Page, readPage } from "./markdown.ts";
import { framed } from "./template.ts";

export type Site = ReadonlyMap<string, string>;

export async function buildSite(): Promise<Site> {
  const pages = allPages.map((document) => readPage(document, readFileSync(join(root, document), "utf8")));
  const titles = new Map(pages.map((page) => [page.document, page.title]));
  const site = new Map<string, string>();
  for (const page of pages) site.set(page.address, framed(page, titles));
  for (const file of new Set(pages.flatMap((page) => page.files))) site.set(copyOf(file), readFileSync(join(root, file), "utf8"));
  const { script, style } = await buildSearch();
  site.set("site.js", script);
  site.set("site.css", style);
  site.set("search-index.js", `ravelSearchIndex=${JSON.stringify(JSON.stringify(indexOf(pages)))};\n`);
  return site;
}

function indexOf(pages: readonly Page[]): MiniSearch<IndexedSection> {
  const index = new MiniSearch<IndexedSection>(indexOptions);
  for (const page of pages)
    for (const [i, { heading, text }] of page.sections.entries())
      index.add({
        id: i === 0 ? page.address : `${page.address}#${heading.anchor}`,
        page: page.title,
        title: heading.text,
        text,
        start: text.replace(/\s+/g, " ").slice(0, 140).trim(),
      });
  return index;
}
