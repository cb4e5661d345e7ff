// The twelve programs whose reports are kept as golden files: together they meet every verdict, one or several threads that fail, inputs, and
// each kind of place that a report names. In: a program. Out: its report, the same on every machine.

import { checkLoaded } from "../../src/check.ts";
import type { EngineName } from "../../src/engines/table.ts";
import type { Property } from "../../src/execution/errors.ts";
import { noStats, type Report } from "../../src/reports/report.ts";
import { engineTask, loadOnce, loadRequest, type TaskChanges } from "../run.ts";

export interface GoldenProgram {
  readonly name: string;
  readonly file: string;
  readonly properties: readonly Property[];
  readonly engine?: EngineName;
  readonly changes?: TaskChanges;
}

const usual: readonly Property[] = ["assert", "deadlock", "memory", "race"];
const example = (name: string, changes: Partial<GoldenProgram> = {}): GoldenProgram => ({
  name,
  file: `examples/${name}.c`,
  properties: usual,
  ...changes,
});
const corpus = (kind: string, name: string, properties: readonly Property[] = usual): GoldenProgram => ({
  name,
  file: `test/programs/${kind}/${name}/program.c`,
  properties,
});

export const goldenPrograms: readonly GoldenProgram[] = [
  example("lost-update"),
  example("deadlock"),
  example("lost-wakeup"),
  example("overdraft", { engine: "staged" }),
  example("use-after-free"),
  example("race-fixed"),
  example("race-fixed", { name: "bounded", changes: { reduction: "none", contextBound: 0 } }),
  corpus("unsafe", "racy-divisor", ["overflow", "race"]),
  corpus("unsafe", "transfer-by-input"),
  corpus("unsafe", "lock-order-three"),
  corpus("unsafe", "reach-error-flag"),
  corpus("unsupported", "function-defined-nowhere"),
];

const reports = new Map<string, Promise<Report>>();

/** Without what differs from run to run and from version to version. */
export function goldenReport(program: GoldenProgram): Promise<Report> {
  const known = reports.get(program.name) ?? reportOf(program);
  reports.set(program.name, known);
  return known;
}

async function reportOf({ file, properties, engine = "explore", changes = {} }: GoldenProgram): Promise<Report> {
  const loaded = await loadOnce(file);
  const { options, ...task } = engineTask(loaded.program, properties, changes);
  const report = await checkLoaded(loaded, { ...loadRequest(file), ...task, engine: { name: engine, options } });
  return { ...report, version: "0.0.0", stats: noStats };
}
