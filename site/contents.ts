// Which documents are pages of the site, in which order, and where each of them stands. In: nothing, or the path of a document. Out: the table of
// contents; the address of a page.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../", import.meta.url));

export interface Group {
  readonly title: string;
  /** Documents as paths from the root of the repository. */
  readonly pages: readonly string[];
}

const docs = (...names: readonly string[]): string[] => names.map((name) => `docs/${name}.md`);

export const contents: readonly Group[] = [
  { title: "Start", pages: ["README.md", ...docs("quick-start", "tutorial", "tutorial-debugger")] },
  {
    title: "Use",
    pages: docs(
      "reading-a-report",
      "what-is-modelled",
      "choosing-an-engine",
      "limits",
      "ci",
      "native-replay",
      "debugger",
      "asking",
      "debugger-expressions",
      "editors",
      "svcomp",
    ),
  },
  { title: "Look up", pages: docs("diagnostics", "library", "glossary", "certificates", "solver") },
  {
    title: "Ravel itself",
    pages: [...docs("architecture", "adr/README", "corpus", "state", "status"), "CONTRIBUTING.md", "CHANGELOG.md"],
  },
];

/** Pages that are reached from a list of their own, not from the table of contents. */
export const decisions: readonly string[] = readdirSync(join(root, "docs/adr"))
  .filter((name) => /^\d{4}-/.test(name))
  .sort()
  .map((name) => `docs/adr/${name}`);

export const allPages: readonly string[] = [...contents.flatMap((group) => group.pages), ...decisions];

/** Where the page of a document stands in the site. */
export function addressOf(document: string): string {
  if (document === "README.md") return "index.html";
  return document
    .replace(/^docs\//, "")
    .replace(/README\.md$/, "index.md")
    .replace(/\.md$/, ".html")
    .toLowerCase();
}
