// Where the C sources of the runtime are: beside the bundle, or beside this file if Ravel runs from sources.

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const bundled = fileURLToPath(new URL("native-runtime", import.meta.url));

export const runtimeFolder = existsSync(bundled) ? bundled : fileURLToPath(new URL("runtime", import.meta.url));
