// A campaign of the staged engine on sequential programs: generates them, checks them, and shrinks the findings. In: seeds and limits. Out: how
// many answers of which kind there were, and the disagreements. The command is staged-command.ts.

import type { Observed } from "./observe.ts";
import { shrinkWith } from "./shrink.ts";
import { type Answer, compareStaged, type Limits } from "./staged-compare.ts";
import { generateObserved } from "./staged-generate.ts";
import { featuresOf, render } from "./tree.ts";

export interface Settings {
  readonly seed: number;
  readonly count: number;
  readonly limits: Limits;
  readonly shrinks: boolean;
  readonly progress: (done: number, found: number) => void;
}

export interface Found {
  readonly seed: number;
  readonly wrong: readonly string[];
  readonly source: string;
}

/** At least this share of the programs that ran must be decided, otherwise the campaign means little. */
const minDecided = 0.6;

/** Counts of what was compared. */
export class Tally {
  /** Programs that were checked. */
  asked = 0;
  /** Of these, all questions answered by safe or unsafe. */
  decided = 0;
  /** Programs with an input of more than one value on which the observed value depends. */
  varied = 0;
  runs = 0;
  questions = 0;
  readonly skipped = new Map<string, number>();
  readonly answers = new Map<string, number>();
  /** Programs that were not decided, by the first reason. */
  readonly open = new Map<string, number>();
  readonly features = new Map<string, number>();

  add(observed: Observed, runs: number, answers: readonly Answer[]): void {
    this.asked++;
    this.runs += runs;
    this.questions += answers.length;
    const isOpen = (a: Answer): boolean => a.said !== "safe" && a.said !== "unsafe";
    const first = answers.find(isOpen);
    if (first === undefined) this.decided++;
    else count(this.open, reasonOf(first));
    if (answers.some((a) => a.question.startsWith("all but one"))) this.varied++;
    for (const a of answers) count(this.answers, `${a.expected}: ${a.said}`);
    for (const tag of featuresOf(observed.program)) count(this.features, tag);
  }

  skip(why: string): void {
    count(this.skipped, why.split(":").slice(0, 2).join(":"));
  }

  faults(): string[] {
    const share = this.decided / Math.max(1, this.asked);
    return [
      ...(share < minDecided ? [`only ${percent(share)} of the programs are decided`] : []),
      ...(this.varied < this.asked / 10 ? [`in only ${this.varied} of ${this.asked} programs something depends on the inputs`] : []),
    ];
  }

  toString(): string {
    const lines = [
      `${this.asked} programs asked about, ${this.decided} decided (${percent(this.decided / Math.max(1, this.asked))}), in ${this.varied} the values depend on inputs; ${this.runs} runs, ${this.questions} answers`,
      `answers, after what is so: ${listed(this.answers)}`,
      `not decided: ${listed(this.open) || "none"}`,
      `skipped: ${listed(this.skipped) || "none"}`,
    ];
    return lines.join("\n");
  }
}

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

function count(map: Map<string, number>, key: string): void {
  map.set(key, (map.get(key) ?? 0) + 1);
}

function listed(map: ReadonlyMap<string, number>): string {
  return [...map]
    .sort((a, b) => b[1] - a[1])
    .map(([key, n]) => `${key} ${n}`)
    .join(", ");
}

/** The code and, if it adds information, the reason. */
function reasonOf({ said, reason }: Answer): string {
  if (!said.startsWith("RVL205")) return said;
  return `${said} ${reason.replace(/^not supported by the staged engine: /, "").replace(/ \(\S+:\d+\)$/, "")}`;
}

export async function runStagedCampaign(settings: Settings): Promise<{ tally: Tally; found: Found[] }> {
  const tally = new Tally();
  const found: Found[] = [];
  for (let i = 0; i < settings.count; i++) {
    const seed = settings.seed + i;
    const observed = generateObserved(seed);
    const { skipped, runs, answers, wrong } = await compareStaged(observed, seed, settings.limits);
    if (skipped !== null) tally.skip(skipped);
    else tally.add(observed, runs, answers);
    if (wrong.length > 0) {
      const small = settings.shrinks ? await shrunk(observed, seed, wrong, settings.limits) : observed;
      found.push({ seed, wrong, source: render(small.program) });
    }
    settings.progress(i + 1, found.length);
  }
  return { tally, found };
}

/** A smaller program for which the engine gives the same wrong answer. */
async function shrunk(observed: Observed, seed: number, wrong: readonly string[], limits: Limits): Promise<Observed> {
  const signature = (text: string): string => text.replace(/, (all|not).*?:/, ":").replace(/\(.*|\d+/gs, "");
  const wanted = new Set(wrong.map(signature));
  const program = await shrinkWith(observed.program, async (candidate) => {
    try {
      const result = await compareStaged({ ...observed, program: candidate }, seed, limits);
      return result.wrong.some((text) => wanted.has(signature(text)));
    } catch {
      return false; // the statements that ask the question are gone
    }
  });
  return { ...observed, program };
}
