// npm run compare:compilers [-- WORD …]: every program of the collection (whose name has one of the words in it) with both compilers.

import { compareAll } from "./compilers.ts";

process.exit((await compareAll(process.argv.slice(2))) === 0 ? 0 : 1);
