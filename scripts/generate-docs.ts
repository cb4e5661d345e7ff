// npm run docs: writes the pages that follow from the sources and the tests: docs/library.md, docs/corpus.md.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectFolder } from "../test/corpus/collection.ts";
import { corpusPage, libraryPage } from "../test/corpus/pages.ts";

writeFileSync(join(projectFolder, "docs/library.md"), libraryPage());
writeFileSync(join(projectFolder, "docs/corpus.md"), corpusPage());
process.exit(0);
