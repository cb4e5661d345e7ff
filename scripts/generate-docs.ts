// npm run docs: writes the pages that follow from the sources and the tests: docs/library.md, docs/corpus.md, the picture of the imports in
// docs/architecture.md, and the marked sections of other pages (test/page-sections.ts).

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectFolder } from "../test/corpus/collection.ts";
import { corpusPage, libraryPage } from "../test/corpus/pages.ts";
import { drawRooms } from "../test/imports.ts";
import { sectionedPages, withSections } from "../test/page-sections.ts";

writeFileSync(join(projectFolder, "docs/library.md"), libraryPage());
writeFileSync(join(projectFolder, "docs/corpus.md"), corpusPage());
const architecture = join(projectFolder, "docs/architecture.md");
writeFileSync(architecture, readFileSync(architecture, "utf8").replace(/```mermaid\n[\s\S]*?\n```/, drawRooms()));
for (const page of sectionedPages) writeFileSync(join(projectFolder, page), withSections(page));
process.exit(0);
