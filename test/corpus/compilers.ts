// The embedded compiler against the system's: the same program must get the same verdicts after the same number of runs, at the same
// lines, whichever compiler made the IR. Columns and the number of steps may differ between versions of clang.

import type { Report } from "../../src/reports/report.ts";
import { Checker, linesOf, type Work } from "./checking.ts";
import { type CorpusProgram, readCollection } from "./collection.ts";

const work: Work = { strategy: "random", runs: 20, steps: 5000, seed: 1 };

/** What must not depend on the compiler. */
function essence(report: Report): string[] {
  const properties = report.properties.map(({ property, verdict, evidence, unknown }) => {
    const where =
      evidence === null
        ? ""
        : ` ${evidence.violation.kind} at ${linesOf(evidence.violation).join(", ")} after lines ${evidence.replay.steps.map((s) => s.location?.line ?? "?").join(" ")}`;
    return `${property}: ${verdict}${where}${unknown === null ? "" : ` ${unknown.code}`}`;
  });
  return [...properties, `${report.stats.runs} runs`];
}

export class Comparison {
  readonly #embedded = new Checker("embedded", "lp64");
  readonly #system = new Checker("system", "lp64");

  /** What differs, one line each. */
  async differences(program: CorpusProgram): Promise<string[]> {
    const left = essence(await this.#embedded.check(program.file, work));
    const right = essence(await this.#system.check(program.file, work));
    return left.flatMap((line, i) => (line === right[i] ? [] : [`embedded: ${line}\n  system:   ${right[i]}`]));
  }

  close(): void {
    this.#embedded.close();
    this.#system.close();
  }
}

/** Checks every program, from the command line. Returns the number that differ. */
export async function compareAll(words: readonly string[]): Promise<number> {
  const comparison = new Comparison();
  let differing = 0;
  const programs = readCollection().programs.filter((p) => words.length === 0 || words.some((w) => p.name.includes(w)));
  for (const program of programs) {
    const found = await comparison.differences(program);
    if (found.length === 0) continue;
    differing++;
    console.log(`${program.name}\n  ${found.join("\n  ")}`);
  }
  comparison.close();
  console.log(`${programs.length - differing} alike, ${differing} differ`);
  return differing;
}
