// The frame around every page: title, search box, table of contents, the headings of the page. In: a page. Out: a whole HTML document. It refers only to
// files beside it, with relative addresses, so that the site can be read from a folder, without a server.

import { dirname, relative } from "node:path";
import { addressOf, contents } from "./contents.ts";
import type { Page } from "./markdown.ts";

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Pages in the order of the table of contents: what comes before and after each of them. */
const order: readonly string[] = contents.flatMap((group) => group.pages);

export function framed(page: Page, titles: ReadonlyMap<string, string>): string {
  const from = dirname(page.address);
  const to = (address: string): string => escaped(relative(from, address));
  const titleOf = (document: string): string => escaped(titles.get(document) ?? document);
  const isDecision = page.document.startsWith("docs/adr/");
  const isCurrent = (document: string): boolean => document === page.document || (isDecision && document === "docs/adr/README.md");
  const groups = contents.map(
    ({ title, pages }) => `<h2>${title}</h2>
<ul>
${pages.map((p) => `<li><a href="${to(addressOf(p))}"${isCurrent(p) ? ' aria-current="page"' : ""}>${titleOf(p)}</a></li>`).join("\n")}
</ul>`,
  );
  const headings = page.sections.map((s) => s.heading).filter((h) => h.level === 2 || h.level === 3);
  const outline =
    headings.length < 2
      ? ""
      : `<nav class="outline" aria-label="On this page">
<h2>On this page</h2>
<ul>
${headings.map((h) => `<li class="level-${h.level}"><a href="#${escaped(h.anchor)}">${escaped(h.text)}</a></li>`).join("\n")}
</ul>
</nav>`;
  const place = order.indexOf(page.document);
  const neighbour = (document: string | undefined, kind: "prev" | "next"): string =>
    document === undefined ? "<span></span>" : `<a rel="${kind}" href="${to(addressOf(document))}">${titleOf(document)}</a>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(page.title)}${page.document === "README.md" ? "" : " · Ravel"}</title>
<link rel="stylesheet" href="${to("site.css")}">
<script src="${to("site.js")}" data-root="${to("index.html").replace(/index\.html$/, "")}" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header>
<a class="home" href="${to("index.html")}">Ravel</a>
<div class="search" role="search"></div>
</header>
<div class="columns">
<nav class="contents" aria-label="Contents">
<details open>
<summary>Contents</summary>
${groups.join("\n")}
</details>
</nav>
<main id="content">
${page.html}
${place < 0 ? "" : `<nav class="neighbours" aria-label="Neighbouring pages">${neighbour(order[place - 1], "prev")}${neighbour(order[place + 1], "next")}</nav>`}
</main>
${outline}
</div>
</body>
</html>
`;
}
