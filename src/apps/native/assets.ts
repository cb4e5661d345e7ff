// Where the C sources of the runtime and the Python sources of gdb scripts are: beside the bundle, or beside this file if Ravel runs from sources.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

function folderOf(bundled: string, source: string): string {
  const path = fileURLToPath(new URL(bundled, import.meta.url));
  return existsSync(path) ? path : fileURLToPath(new URL(source, import.meta.url));
}

export const runtimeFolder = folderOf("native-runtime", "runtime");

/** In the order in which they use each other. */
const pythonFiles = ["instructions", "process", "plan", "places", "matching", "failures", "waits", "calls", "follow", "main"];

export const gdbPython = (): string[] => pythonFiles.map((name) => readFileSync(join(folderOf("gdb-python", "gdb"), `${name}.py`), "utf8"));
