// Asks the engines about claims whose truth all interleavings have shown. In: a seed. Out: the truth of each claim, and which engines do not agree with it.

import { DepthFirst } from "../../../src/engines/search/depth-first.ts";
import { Machine } from "../../../src/execution/machine.ts";
import type { Program } from "../../../src/program/program.ts";
import { everything } from "../../../src/reduction/none.ts";
import { Rng } from "../../../src/support/rng.ts";
import { confirmUnchanged } from "../../../src/witness/confirm.ts";
import { compileText, machineOptions } from "../../run.ts";
import { coversAsked, type Exploration, taskFor } from "../concurrent/compare.ts";
import { asContender, type Contender, type Variant } from "../concurrent/contenders.ts";
import { assertingVariants } from "../concurrent/symex-variants.ts";
import { type Claim, drawClaims, type Final } from "./claims.ts";
import { type FinalsProgram, generate, type Watched } from "./generate.ts";

export interface FinalsCompared {
  /** Interleavings; null: there are too many. */
  readonly interleavings: number | null;
  readonly finals: number;
  readonly claims: readonly Claim[];
  readonly wrong: readonly string[];
  readonly undecided: readonly string[];
  /** The texts of the programs with wrong answers. */
  readonly sources: readonly string[];
}

const others: readonly Variant[] = [
  ...(["dpor", "optimal", "rf", "states"] as const).map((reduction) => ({
    name: `explore, ${reduction}`,
    engine: "explore",
    task: { reduction },
  })),
  { name: "staged", engine: "staged", task: {} },
  { name: "cssa", engine: "staged", task: { encoding: "cssa" } },
  { name: "guided", engine: "guided", task: { maxRuns: 60 } },
  { name: "fusion", engine: "fusion", task: { reduction: "dpor" } },
  { name: "auto", engine: "auto", task: {} },
];

/** Every engine that decides assertions; symex with each combination that is drawn with them. */
export const finalsContenders = (seed: number): readonly Contender[] =>
  [...others.map((v): Variant => ({ ...v, properties: ["assert"] })), ...assertingVariants(seed)].map(asContender);

export async function compareFinals(
  seed: number,
  maxRuns: number,
  seconds: number | null,
  contenders: readonly Contender[],
): Promise<FinalsCompared> {
  const tree = generate(seed);
  const { runs, finals } = await findFinals(tree, await compileText(tree.render("")), maxRuns);
  const nothing = { interleavings: runs, finals: finals?.size ?? 0, claims: [], wrong: [], undecided: [], sources: [] };
  if (finals === null) return { ...nothing, interleavings: null };
  if (finals.size < 2) return nothing;
  const claims = drawClaims(new Rng(seed + 5_000_011), tree.watched, finals);
  const [wrong, undecided, sources]: [string[], string[], Set<string>] = [[], [], new Set()];
  for (const { text, isUnsafe } of claims) {
    const source = tree.render(text);
    const program = await compileText(source);
    for (const contender of contenders) {
      const said = await contender.explore(program, maxRuns, seconds);
      const answer = answerOf(program, said);
      if (answer === (isUnsafe ? "unsafe" : "safe")) continue;
      if (answer === "open") undecided.push(`${contender.countedAs?.[0] ?? contender.name} ${said.unknown}`);
      else {
        wrong.push(`${contender.name}: ${answer}`);
        sources.add(source);
      }
    }
  }
  return { ...nothing, claims, wrong, undecided, sources: [...sources] };
}

type Answer = "safe" | "unsafe" | "open" | "does not replay";

function answerOf(program: Program, { findings }: Exploration): Answer {
  const found = findings.get("assert");
  if (found?.kind === "candidate") {
    const machine = new Machine(program, { ...machineOptions(["assert"]), undo: false });
    return confirmUnchanged(machine, found.schedule, "assert") === null ? "does not replay" : "unsafe";
  }
  return found?.kind === "covered" && coversAsked(found.scope) ? "safe" : "open";
}

async function findFinals(
  tree: FinalsProgram,
  program: Program,
  maxRuns: number,
): Promise<{ readonly runs: number; readonly finals: ReadonlyMap<Final, number> | null }> {
  const found = new Map<string, { state: Final; count: number }>();
  const search = new DepthFirst(taskFor(program, maxRuns, ["assert"]), everything);
  search.exhaustive = true;
  search.onEnd = (machine) => {
    if (machine.outcome?.kind !== "exit") return;
    const state = tree.watched.map((w) => valueOf(machine, w));
    const key = state.join();
    found.set(key, { state, count: 1 + (found.get(key)?.count ?? 0) });
  };
  const covered = (await search.run()).findings.get("assert");
  const isComplete = covered?.kind === "covered" && coversAsked(covered.scope);
  return { runs: search.runs, finals: isComplete ? new Map([...found.values()].map(({ state, count }) => [state, count])) : null };
}

function valueOf(machine: Machine, { name, bytes, from }: Watched): bigint {
  const object = machine.memory.globals.objects.find((o) => o.name === name && !o.library);
  if (object === undefined) throw new Error(`there is no object ${name}`);
  let value = 0n;
  for (let i = bytes - 1; i >= 0; i--) value = (value << 8n) | BigInt(object.region.bytes[object.start + from + i] as number);
  return value;
}
