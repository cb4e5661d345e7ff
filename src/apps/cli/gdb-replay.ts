// ravel replay WITNESS.json --gdb [-o FILE] : writes a gdb script that drives the user's own executable along the witness. In: a witness and a machine for its
// program. Out: the script, in a file or on standard output.

import type { Machine } from "../../execution/machine.ts";
import { gdbScript } from "../../native/gdb-script.ts";
import { printable, shellWord } from "../../reports/terminal.ts";
import type { WitnessFile } from "../../witness/file.ts";
import { gdbPython } from "../native/assets.ts";
import { planOfWitness } from "./native-replay.ts";
import { writeOut } from "./output.ts";

export interface GdbReplay {
  readonly witness: WitnessFile;
  readonly machine: Machine;
  /** The file to write, or null: standard output. */
  readonly output: string | null;
}

export function writeGdbScript({ witness, machine, output }: GdbReplay): number {
  const { plan } = planOfWitness({ witness, machine }, "--gdb");
  const { files, flags, unitFlags = {} } = witness.program;
  const all = [...new Set([...flags, ...Object.values(unitFlags).flat()])];
  const compile = ["gcc -g -O0 -pthread", ...[...all, ...files].map(shellWord), "-o program"].join(" ");
  const script = gdbScript({
    plan,
    sources: files,
    compile,
    failure:
      plan.failure === null ? "none: the program ends well" : oneLine(`${plan.failure.kind.replaceAll("-", " ")}: ${plan.failure.message}`),
    python: gdbPython(),
  });
  if (output === null) {
    process.stdout.write(script);
    return 0;
  }
  writeOut(output, script);
  process.stdout.write(`${printable(output)} is written. Compile the program without optimisation, and run it under the script:\n`);
  process.stdout.write(`  ${compile}\n  gdb -x ${shellWord(output)} --args ./program\n`);
  return 0;
}

const oneLine = (text: string): string => printable(text.replaceAll(/\s+/g, " "));
