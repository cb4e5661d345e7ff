// ravel run FILE.c : one execution, shown in columns; by seed, or along a given schedule.

import { version } from "../../../package.json";
import { Machine } from "../../execution/machine.ts";
import { load } from "../../frontend/load.ts";
import { PctScheduler } from "../../scheduling/pct.ts";
import { RandomScheduler } from "../../scheduling/random.ts";
import type { Scheduler } from "../../scheduling/scheduler.ts";
import { fail } from "../../support/diagnostics.ts";
import { Rng } from "../../support/rng.ts";
import { type Replay, replay } from "../../witness/confirm.ts";
import { parseWitness, witnessToJson } from "../../witness/file.ts";
import { type Schedule, recordRun } from "../../witness/schedule.ts";
import { pickOptions, writeOut } from "./check.ts";
import { givenInputs, loadRequest, machineOptions, readText } from "./common-request.ts";
import type { ParsedArguments } from "./options.ts";
import { showRun } from "./show-run.ts";

const defaultSteps = 100_000;

export async function runCommand(args: ParsedArguments): Promise<number> {
  if (args.positionals.length === 0) fail("RVL001", "no file given", { hint: "ravel run FILE.c" });
  const given = args.text("schedule");
  const witness = given === null ? null : parseWitness(readText(given), given);
  const request = loadRequest(args, args.positionals);
  const { program } = await load(witness === null ? request : { ...request, dataModel: witness.program.dataModel, flags: [...witness.program.flags, ...request.flags] });
  const options = { ...machineOptions(args), ...(witness?.options ?? {}) };
  const machine = new Machine(program, { ...options, undo: false });
  let schedule: Schedule;
  let end = "ended";
  if (witness !== null) schedule = witness.schedule;
  else ({ schedule, end } = recordRun(machine, chooseScheduler(args), { maxSteps: args.number("max-steps") ?? defaultSteps, interrupted: () => false }));
  const shown = replay(machine, schedule);
  const file = args.text("witness");
  if (file !== null) {
    const { files, flags, dataModel, systemHeaders } = request;
    writeOut(file, `${JSON.stringify(witnessToJson(version, { files, flags, dataModel, systemHeaders }, pickOptions(options), shown.violations[0] ?? null, schedule, shown), null, 2)}\n`);
  }
  process.stdout.write(showRun(shown, args.text("format") ?? "text", end === "step-limit" ? `the run was cut after ${schedule.steps.length} steps (--max-steps)` : null));
  return statusOf(shown, witness !== null);
}

/** 1 if a failure occurs, 0 if the run ends well, 3 if a replay leaves its schedule or the run cannot be followed. */
export function statusOf(shown: Replay, replaying: boolean): number {
  if (shown.violations.length > 0) return 1;
  if (shown.outcome?.kind === "stopped") return 3;
  return shown.outcome === null ? (replaying ? 3 : 3) : 0;
}

function chooseScheduler(args: ParsedArguments): Scheduler {
  const rng = new Rng(args.number("seed") ?? 1);
  const inputs = givenInputs(args) ?? [];
  return args.text("strategy") === "pct" ? new PctScheduler(rng, 3, 100, inputs) : new RandomScheduler(rng, inputs);
}
