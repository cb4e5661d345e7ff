// The verdicts of every engine for a small program: tests about the meaning of C and its library hold for all engines.

import type { Finding } from "../../src/engines/engine.ts";
import { engines } from "../../src/engines/table.ts";
import type { Property } from "../../src/execution/errors.ts";
import { Machine } from "../../src/execution/machine.ts";
import { confirmUnchanged } from "../../src/witness/confirm.ts";
import { compileText, engineTask } from "../run.ts";

/** The data model and the compiler. */
type How = Parameters<typeof compileText> extends [string, ...infer Rest] ? Rest : never;

const reductions = ["dpor", "optimal", "rf", "states"] as const;

/** One word per engine and reduction: `safe`, `safe-bounded`, `unsafe` with the kind of violation, or the reason for `unknown`. */
export async function verdictsOf(text: string, property: Property, ...how: How): Promise<Record<string, string>> {
  const program = await compileText(text, ...how);
  const answers: Record<string, string> = {};
  const ask = async (name: string, reduction: (typeof reductions)[number] | null): Promise<void> => {
    const engine = engines.find((e) => e.name === name);
    const task = engineTask(program, [property], reduction === null ? {} : { strategy: "dfs", reduction });
    const finding = (await engine?.run(task))?.findings.get(property);
    answers[reduction ?? name] = wordFor(finding, (schedule) => {
      const found = confirmUnchanged(new Machine(program, { ...task.machine, undo: false }), schedule, property);
      return found === null ? "not confirmed" : `unsafe: ${found.violation.kind}`;
    });
  };
  for (const reduction of reductions) await ask("explore", reduction);
  await ask("staged", null);
  return answers;
}

/** The answer if all engines give the same, or the answers. */
export async function verdictOf(text: string, property: Property, ...how: How): Promise<string | Record<string, string>> {
  const answers = await verdictsOf(text, property, ...how);
  const [first, ...others] = new Set(Object.values(answers));
  return others.length === 0 && first !== undefined ? first : answers;
}

type Candidate = Extract<Finding, { readonly kind: "candidate" }>;

function wordFor(finding: Finding | undefined, confirmed: (schedule: Candidate["schedule"]) => string): string {
  switch (finding?.kind) {
    case "candidate":
      return confirmed(finding.schedule);
    case "covered":
      return finding.scope.complete ? "safe" : "safe-bounded";
    case "unknown":
      return `unknown: ${finding.unknown.reason}`;
    case undefined:
      return "nothing";
  }
}
