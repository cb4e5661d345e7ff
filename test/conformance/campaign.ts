// npm run conformance [-- WORD …]: runs every conformance program (or those whose name contains one of the words) in each of its data models.

import { differences } from "./compare.ts";
import { compilesFor } from "./native.ts";
import { conformancePrograms } from "./programs.ts";

const words = process.argv.slice(2);
let agreeing = 0;
let failing = 0;
for (const dataModel of ["lp64", "ilp32"] as const) {
  if (!compilesFor(dataModel)) console.log(`not run: gcc does not compile for ${dataModel}`);
  else {
    for (const program of conformancePrograms()) {
      if (!program.dataModels.includes(dataModel) || !(words.length === 0 || words.some((w) => program.file.includes(w)))) continue;
      const found = await differences(program, dataModel).catch((error: unknown) => [String((error as Error).stack)]);
      if (found.length === 0) agreeing++;
      else {
        failing++;
        console.log(`${program.file} (${dataModel})\n  ${found.join("\n  ")}`);
      }
    }
  }
}
console.log(`${agreeing} agree, ${failing} differ`);
process.exit(failing === 0 ? 0 : 1);
