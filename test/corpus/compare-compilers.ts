// npm run compare:compilers [-- WORD …]: checks every program of the collection (or those whose name contains one of the words) with both compilers.

import { compareAll } from "./compilers.ts";

process.exit((await compareAll(process.argv.slice(2))) === 0 ? 0 : 1);
