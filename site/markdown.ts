// Turns a document into HTML. In: the path of a document and its text. Out: the body of its page, its headings, its sections as plain text for the
// search, and the files of the repository that it links to.
//
// Links between documents become links between pages. A link to another file of the repository leads to a copy of it, as plain text, so that the site
// is complete without network. A link that leads nowhere is an error: the site is not built.

import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import MarkdownIt from "markdown-it";
import { addressOf, allPages, root } from "./contents.ts";

export interface Heading {
  readonly level: number;
  readonly text: string;
  readonly anchor: string;
}

export interface Section {
  readonly heading: Heading;
  readonly text: string;
}

export interface Page {
  readonly document: string;
  readonly address: string;
  readonly title: string;
  readonly html: string;
  readonly sections: readonly Section[];
  /** Other files that the page links to: path in the repository. */
  readonly files: readonly string[];
}

/** The anchor that a heading gets, as on GitHub. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

/** Where the copy of a file of the repository stands in the site. A browser shows it, whatever its kind. */
export const copyOf = (file: string): string => `files/${file}.txt`;

const markdown = new MarkdownIt({ html: false, linkify: true });
type Token = ReturnType<typeof markdown.parse>[number];

markdown.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>\n';
markdown.renderer.rules.table_close = () => "</table></div>\n";

const isPage: ReadonlySet<string> = new Set(allPages);

export function readPage(document: string, text: string): Page {
  const address = addressOf(document);
  // Comments mark sections that are written by `npm run docs`; a reader need not see them.
  const tokens = markdown.parse(text.replace(/<!--[\s\S]*?-->/g, ""), {});
  const files = new Set<string>();
  for (const token of tokens.flatMap((t) => [t, ...(t.children ?? [])])) {
    if (token.type === "image") token.attrSet("src", pictureOf(document, String(token.attrGet("src"))));
    if (token.type !== "link_open") continue;
    const { target, file } = resolveLink(document, String(token.attrGet("href")));
    token.attrSet("href", target);
    if (file !== null) files.add(file);
  }
  const sections = readSections(document, tokens);
  return {
    document,
    address,
    title: sections[0]?.heading.text ?? document,
    // What scrolls can be reached by keyboard. Texts are escaped, so that this is markup.
    html: markdown.renderer.render(tokens, markdown.options, {}).replaceAll("<pre>", '<pre tabindex="0">'),
    sections,
    files: [...files],
  };
}

/** Gives headings their anchors, and collects the text below each of them. */
function readSections(document: string, tokens: readonly Token[]): Section[] {
  const sections: { heading: Heading; text: string }[] = [];
  const used = new Map<string, number>();
  tokens.forEach((token, i) => {
    if (token.type === "heading_open") {
      const text = plainText(tokens[i + 1] as Token);
      const plain = anchorOf(text);
      const before = used.get(plain) ?? 0;
      used.set(plain, before + 1);
      const anchor = before === 0 ? plain : `${plain}-${before}`;
      token.attrSet("id", anchor);
      sections.push({ heading: { level: Number(token.tag.slice(1)), text, anchor }, text: "" });
    } else if ((token.type === "inline" && tokens[i - 1]?.type !== "heading_open") || token.type === "fence") {
      const section = sections.at(-1);
      if (section === undefined) throw new Error(`${document} has a text before its title`);
      section.text += `${token.type === "fence" ? token.content : plainText(token)}\n`;
    }
  });
  return sections;
}

const plainText = (token: Token): string =>
  (token.children ?? []).map((child) => (child.type === "softbreak" ? " " : child.content)).join("");

/** Pictures are part of their page. */
function pictureOf(document: string, source: string): string {
  const file = normalize(join(dirname(document), decodeURI(source)));
  if (!file.endsWith(".png") || !existsSync(join(root, file))) throw new Error(`${document} shows ${source}, which is not a picture`);
  return `data:image/png;base64,${readFileSync(join(root, file)).toString("base64")}`;
}

function resolveLink(document: string, href: string): { readonly target: string; readonly file: string | null } {
  if (/^[a-z]+:/.test(href)) return { target: href, file: null };
  const [path = "", anchor] = href.split("#");
  const from = dirname(addressOf(document));
  const to = (address: string): string => `${relative(from, address)}${anchor === undefined ? "" : `#${anchor}`}`;
  if (path === "") return { target: `#${anchor}`, file: null };
  const file = normalize(join(dirname(document), decodeURI(path)));
  if (isPage.has(file)) return { target: to(addressOf(file)), file: null };
  if (!existsSync(join(root, file)) || !statSync(join(root, file)).isFile())
    throw new Error(`${document} links to ${href}, which is not a file`);
  return { target: to(copyOf(file)), file };
}
