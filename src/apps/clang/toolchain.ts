// The front end's toolchain on Node: clang, embedded or the system's, and Ravel's own files on disk.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Toolchain } from "../../frontend/toolchain.ts";
import { build, headerFolder, libraryFolder } from "./assets.ts";
import { compileToIr } from "./compile.ts";
import { sha256 } from "./dependencies.ts";
import { withColumn } from "./source-column.ts";
import { readMark } from "./system-headers.ts";

export const nodeToolchain: Toolchain = {
  build,
  compile: (request) => compileToIr({ ...request, headerDir: headerFolder() }),
  readLibrary: (dataModel, file) => readFileSync(join(libraryFolder(), dataModel, file), "utf8"),
  headerOf: (ir, name) => readMark(ir)?.declares[name] ?? null,
  sha256,
  locate: withColumn,
};
