// ravel run FILE.c : runs the program once, by a seed or along a given schedule, and shows the run in columns.

import { Machine } from "../../execution/machine.ts";
import { load } from "../../frontend/load.ts";
import { PctScheduler } from "../../scheduling/pct.ts";
import { RandomScheduler } from "../../scheduling/random.ts";
import type { Scheduler } from "../../scheduling/scheduler.ts";
import { type Diagnostic, diagnostic, fail } from "../../support/diagnostics.ts";
import { Rng } from "../../support/rng.ts";
import { replay } from "../../witness/replay.ts";
import { recordRun } from "../../witness/schedule.ts";
import type { ParsedArguments } from "./options.ts";
import { checkOutputs } from "./output.ts";
import { givenInputs, loadRequest, machineOptions } from "./request.ts";
import { runFormat, showRun } from "./show-run.ts";
import { readWitness, writeWitness } from "./witness-file.ts";

const defaultSteps = 100_000;

export async function runCommand(args: ParsedArguments): Promise<number> {
  if (args.positionals.length === 0) fail("RVL001", "no input file", { hint: "run ravel run FILE.c" });
  const given = args.text("schedule");
  const file = args.text("witness");
  checkOutputs([{ option: "--witness", path: file }], [...args.positionals, ...(given === null ? [] : [given])]);
  const scheduler = chooseScheduler(args);
  const witness = given === null ? null : readWitness(given);
  const asked = loadRequest(args, args.positionals);
  const request =
    witness === null
      ? asked
      : {
          ...asked,
          dataModel: witness.program.dataModel,
          flags: [...witness.program.flags, ...asked.flags],
          systemHeaders: witness.program.systemHeaders || asked.systemHeaders,
        };
  const { program, warnings } = await load(request);
  const options = { ...machineOptions(args), ...(witness?.options ?? {}) };
  const machine = new Machine(program, { ...options, undo: false });
  const remarks: Diagnostic[] = [...warnings];
  let schedule = witness?.schedule;
  let isCut = false;
  if (schedule === undefined) {
    const maxSteps = args.number("max-steps") ?? defaultSteps;
    const recorded = recordRun(machine, scheduler, { maxSteps, interrupted: () => false });
    schedule = recorded.schedule;
    isCut = recorded.end === "step-limit";
    if (isCut)
      remarks.push(diagnostic("RVL303", `the run was stopped after ${maxSteps} steps`, { severity: "note", hint: "raise --max-steps" }));
  }
  const followed = replay(machine, schedule, () => false, witness !== null);
  const shown = isCut ? { ...followed, divergedAt: -1 } : followed; // the end of the schedule is not a divergence
  if (file !== null) writeWitness(file, request, options, { violation: shown.violations[0] ?? null, schedule, replay: shown });
  return showRun(shown, args.positionals, runFormat(args), remarks, witness?.property ?? null);
}

function chooseScheduler(args: ParsedArguments): Scheduler {
  const rng = new Rng(args.number("seed") ?? 1);
  const inputs = givenInputs(args) ?? [];
  return args.text("strategy") === "pct" ? new PctScheduler(rng, 3, 100, inputs) : new RandomScheduler(rng, inputs);
}
