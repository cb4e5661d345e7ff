// Plans for tests of native replay and of gdb scripts. In: a program of the collection and a property. Out: the plan of a violation that exploration finds.

import { checkLoaded } from "../../../../src/check.ts";
import type { Property } from "../../../../src/execution/errors.ts";
import { Machine } from "../../../../src/execution/machine.ts";
import { type Plan, type PlanStep, planOf } from "../../../../src/native/plan.ts";
import { engineTask, loadOnce, loadRequest, machineOptions } from "../../../run.ts";

export const fileOf = (name: string): string => `test/programs/unsafe/${name}/program.c`;

export async function planFor(name: string, property: Property): Promise<Plan> {
  const file = fileOf(name);
  const loaded = await loadOnce(file);
  const { options, ...task } = engineTask(loaded.program, [property]);
  const report = await checkLoaded(loaded, { ...loadRequest(file), ...task, engine: { name: "explore", options } });
  const evidence = report.properties[0]?.evidence;
  if (!evidence) throw new Error(`no violation of ${property} in ${name}`);
  const machine = new Machine(loaded.program, { ...machineOptions([property]), undo: false });
  return planOf(machine, evidence.schedule, (v) => v.property === property).plan;
}

/** The plan of lost-update in which the two threads come one after the other, so that no update is lost. */
export async function serialPlan(): Promise<Plan> {
  const plan = await planFor("lost-update", "assert");
  const of = (thread: number): PlanStep[] => plan.steps.filter((s) => s.thread === thread && s.line === 13);
  const others = plan.steps.filter((s) => s.line !== 13);
  const first = others.findIndex((s) => s.thread !== 0);
  return { ...plan, steps: [...others.slice(0, first), ...of(1), ...of(2), ...others.slice(first)] };
}
