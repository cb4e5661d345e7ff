// The profile of a campaign's programs, and whether it is as intended: a campaign over programs that are all alike,
// or all tiny, tests nothing.

import type { Property } from "../../../src/execution/errors.ts";
import { compared } from "./compare.ts";
import type { FreeComparison } from "./compare-free.ts";
import {
  allStatements,
  type Condition,
  type FreeFamily,
  freeFamilies,
  isPlace,
  type PlaceInfo,
  type ProgramTree,
  places,
  type Statement,
  statementsIn,
} from "./tree.ts";

/** Features that each must occur in a twentieth of all programs. */
export const demanded = [
  "2 threads",
  "3 threads",
  "4 threads",
  "widths",
  "array",
  "pointer",
  "struct",
  "lock",
  "condition variable",
  "semaphore",
  "atomic",
  "section",
  "branch on shared data",
  "loop on shared data",
  "input",
  "assertion over locals",
  "assertion over globals",
  "freed by another thread",
  "busy wait",
  "fence",
  "relaxed",
  "locks on heap or stack",
  "threads alike",
  "early return in a side",
  "loop in a side",
  "pointer in a side",
  "lock in a side",
] as const;

const featureOfKind: Readonly<Partial<Record<Statement["kind"], string>>> = {
  atomic: "atomic",
  section: "section",
  lock: "lock",
  share: "read-write lock",
  wait: "condition variable",
  notify: "condition variable",
  post: "semaphore",
  take: "semaphore",
  barrier: "barrier",
  point: "pointer",
  copy: "struct",
  publish: "heap",
  consume: "heap",
  free: "heap",
  assume: "assumption",
  spin: "busy wait",
};

export function featuresOf(p: ProgramTree): Set<string> {
  const found = new Set([`${p.threads.length + (p.copies ?? 0)} threads`]);
  if (p.copies) found.add("threads alike");
  if (p.atomic) found.add("atomic");
  if (p.input !== null) found.add("input");
  if (p.ending !== "join") found.add(`main ends by ${p.ending}`);
  if (p.threads.some((t) => t.nested)) found.add("thread started by a thread");
  for (const s of allStatements(p)) {
    const feature = featureOfKind[s.kind];
    if (feature !== undefined) found.add(feature);
    if ("place" in s) addPlace(found, s.place);
    for (const c of conditionsOf(s)) if (isPlace(c.left)) addPlace(found, c.left);
    if (s.kind === "atomic" && s.text.includes("fence")) found.add("fence");
    if ((s.kind === "atomic" && s.text.includes("relaxed")) || ((s.kind === "spin" || s.kind === "go") && s.order === "relaxed"))
      found.add("relaxed");
    if (p.placement !== "static" && ["lock", "share", "wait", "take", "barrier"].includes(s.kind)) found.add("locks on heap or stack");
    if (s.kind === "lock" && s.attempt) found.add("try-lock");
    if (s.kind === "if" && isPlace(s.condition.left)) found.add("branch on shared data");
    if (s.kind === "if") for (const inside of statementsIn([...s.then, ...s.else])) addToSide(found, inside);
    if (s.kind === "loop" && isPlace(s.condition.left)) found.add("loop on shared data");
    if (s.kind === "write" && s.value.kind === "input") found.add("input");
    if (s.kind === "assert") for (const c of s.conditions) found.add(isPlace(c.left) ? "assertion over globals" : "assertion over locals");
  }
  if (isFreedByAnother(p)) found.add("freed by another thread");
  if (mayAlias(p)) found.add("alias");
  return found;
}

/** What a side of a branch has that is of interest if no run has taken it. */
function addToSide(found: Set<string>, s: Statement): void {
  if (s.kind === "leave") found.add("early return in a side");
  if (s.kind === "loop") found.add("loop in a side");
  if (s.kind === "point" || ("place" in s && s.place.startsWith("*"))) found.add("pointer in a side");
  if (s.kind === "lock" || s.kind === "share") found.add("lock in a side");
}

function addPlace(found: Set<string>, place: keyof typeof places): void {
  const { feature } = places[place] as PlaceInfo;
  if (feature !== null) found.add(feature);
}

function conditionsOf(s: Statement): readonly Condition[] {
  if (s.kind === "assert") return s.conditions;
  return "condition" in s ? [s.condition] : [];
}

/** Main's object, or one that another thread has published. */
function isFreedByAnother(p: ProgramTree): boolean {
  const bodies = [...p.threads.map((t) => t.body), p.beside].map((body) => [...statementsIn(body)]);
  return bodies.some(
    (body, i) =>
      (i < p.threads.length && body.some((s) => s.kind === "free")) ||
      (body.some((s) => s.kind === "consume" && s.free) && bodies.some((other, j) => j !== i && other.some((s) => s.kind === "publish"))),
  );
}

/** `p` is dereferenced, and may point to one shared object or to another. */
function mayAlias(p: ProgramTree): boolean {
  const statements = [...allStatements(p)];
  const follows = (s: Statement): boolean => ("place" in s && s.place === "*p") || conditionsOf(s).some((c) => c.left === "*p");
  return statements.some(follows) && statements.some((s) => s.kind === "point" && s.to !== p.pointer);
}

export class Profile {
  readonly #features = new Map<string, number>();
  readonly #violated = new Map<Property, number>();
  readonly #sizes: number[] = [];
  /** By contender: how often it was asked, and its codes where it did not decide. */
  readonly #answers = new Map<string, { asked: number; readonly undecided: Map<string, number> }>();
  /** Programs that meet freedoms of the environment: how many there are, and in how many a freedom makes a difference, by family. */
  readonly #free = new Map<FreeFamily, { programs: number; matters: number }>();
  readonly #freeUndecided = new Map<string, number>();
  freePrograms = 0;
  /** Of these, the number in which the verdict differs without the freedoms. */
  differences = 0;
  #unsafe = 0;
  programs = 0;
  tooLarge = 0;

  add(tree: ProgramTree, runs: number, unsafe: readonly Property[]): void {
    this.programs++;
    this.#sizes.push(runs);
    for (const f of featuresOf(tree)) this.#features.set(f, (this.#features.get(f) ?? 0) + 1);
    for (const p of unsafe) this.#violated.set(p, (this.#violated.get(p) ?? 0) + 1);
    if (unsafe.length > 0) this.#unsafe++;
  }

  addFree({ families, reference, said, matters }: FreeComparison): void {
    if (!reference.decided) return this.#countFree(`reference ${reference.unknown}`);
    this.freePrograms++;
    if (matters) this.differences++;
    for (const family of families) {
      const counts = this.#free.get(family) ?? { programs: 0, matters: 0 };
      this.#free.set(family, { programs: counts.programs + 1, matters: counts.matters + (matters ? 1 : 0) });
    }
    const about = families.has("re-used address") || families.has("order of addresses") ? ", of addresses" : "";
    for (const e of said) if (!e.decided) this.#countFree(`${e.reduction} ${e.unknown}${about}`);
  }

  #countFree(key: string): void {
    this.#freeUndecided.set(key, (this.#freeUndecided.get(key) ?? 0) + 1);
  }

  /** How the programs that meet freedoms deviate from the intended profile. */
  freeFaults(): string[] {
    const faults: string[] = [];
    for (const family of freeFamilies) {
      const { programs, matters } = this.#free.get(family) ?? { programs: 0, matters: 0 };
      const least = minDifference[family];
      if (isBelow(matters, programs, least) || isBelow(programs, this.freePrograms, 0.1))
        faults.push(`${family} makes a difference in ${matters} of ${programs} only`);
    }
    for (const [key, n] of this.#freeUndecided) {
      const most = maxFreeUndecided(key) * this.freePrograms;
      if (n > most) faults.push(`${key}: ${n} of ${this.freePrograms} undecided`);
    }
    return faults;
  }

  /** Of a contender, on a program all of whose interleavings were tried. `code`: why it is not decided; empty if it is. */
  addAnswer(who: string, code: string): void {
    const answers = this.#answers.get(who) ?? { asked: 0, undecided: new Map<string, number>() };
    this.#answers.set(who, answers);
    answers.asked++;
    if (code !== "") answers.undecided.set(code, (answers.undecided.get(code) ?? 0) + 1);
  }

  get interleavings(): number {
    return this.#sizes.reduce((a, b) => a + b, 0);
  }

  #share = (n: number): number => n / Math.max(this.programs, 1);

  #sorted = (): number[] => this.#sizes.slice().sort((a, b) => a - b);

  /** How the campaign deviates from the intended profile. */
  faults(): string[] {
    const faults: string[] = [];
    const demand = (holds: boolean, what: string): void => void (holds || faults.push(what));
    const sizes = this.#sorted();
    const median = sizes[sizes.length >> 1] ?? 0;
    demand(median >= 200, `the median of interleavings is ${median}, below 200`);
    const many = sizes.filter((n) => n > 10_000).length;
    demand(!isBelow(many, this.programs, 0.1), `only ${percent(this.#share(many))} have more than 10,000 interleavings`);
    const unsafe = this.#share(this.#unsafe);
    demand(unsafe >= 0.3 && unsafe <= 0.7, `${percent(unsafe)} are unsafe`);
    for (const f of demanded) {
      const n = this.#features.get(f) ?? 0;
      demand(!isBelow(n, this.programs, 0.05), `${f} is in ${percent(this.#share(n))} only`);
    }
    for (const p of compared) {
      const n = this.#violated.get(p) ?? 0;
      demand(!isBelow(n, this.programs, 0.03), `${p} is violated in ${percent(this.#share(n))} only`);
    }
    const alias = this.#features.get("alias") ?? 0;
    demand(!isBelow(alias, this.programs, 0.2), `a pointer may alias in ${percent(this.#share(alias))} only`);
    const all = this.programs + this.tooLarge;
    demand(this.tooLarge <= 0.02 * all, `${this.tooLarge} of ${all} were too large to be tried in full`);
    for (const [who, { asked, undecided }] of this.#answers) {
      const n = [...undecided.values()].reduce((a, b) => a + b, 0);
      demand(n <= 0.02 * asked, `${who} left ${n} of ${asked} undecided`);
    }
    return faults;
  }

  toString(): string {
    const sizes = this.#sorted();
    const at = (q: number): string => (sizes[Math.min(sizes.length - 1, Math.floor(q * sizes.length))] ?? 0).toLocaleString("en");
    const list = (counts: ReadonlyMap<string, number>): string =>
      [...counts]
        .sort((a, b) => b[1] - a[1])
        .map(([what, n]) => `${what} ${percent(this.#share(n))}`)
        .join(", ");
    const many = this.#share(sizes.filter((n) => n > 10_000).length);
    return [
      `interleavings: 10 % ${at(0.1)}, median ${at(0.5)}, 90 % ${at(0.9)}, most ${at(1)}; above 10,000: ${percent(many)}; too large: ${this.tooLarge}`,
      `unsafe: ${percent(this.#share(this.#unsafe))} (${list(this.#violated)})`,
      `features: ${list(this.#features)}`,
      `undecided: ${[...this.#answers].map(([who, a]) => `${who} ${codes(a.undecided)} of ${a.asked}`).join("; ")}`,
      `with freedoms: ${this.freePrograms}; they make a difference: ${[...this.#free].map(([f, { programs, matters }]) => `${f} ${matters} of ${programs}`).join(", ")}`,
      `undecided with freedoms: ${[...this.#freeUndecided].map(([key, n]) => `${key} ${n}`).join(", ") || "none"}`,
    ].join("\n");
  }
}

/** The share of a family's programs in which the verdict differs without the freedom. */
const minDifference: Readonly<Record<FreeFamily, number>> = {
  unwritten: 0.2,
  "re-used address": 0.2,
  "order of addresses": 0.2,
  spurious: 0.2,
  cancelled: 0.02,
};

/** Searches do not decide unwritten memory, and formulas do not decide addresses; no other engine leaves more than a few programs undecided. */
function maxFreeUndecided(key: string): number {
  if (/^(staged|cssa|eager|guided|symex, \w+) (bounded|RVL205|RVL310), of addresses$/.test(key)) return 1;
  return /RVL308|bounded|RVL205/.test(key) ? 0.3 : 0.05;
}

/** Whether so few among so many contradict a share: by more than two standard deviations. */
const isBelow = (n: number, all: number, share: number): boolean => n < all * share - 2 * Math.sqrt(all * share * (1 - share));

const codes = (counts: ReadonlyMap<string, number>): string => [...counts].map(([code, n]) => `${code} ${n}`).join(", ") || "none";

const percent = (share: number): string => `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
