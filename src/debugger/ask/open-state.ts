// What of a state depends on inputs, as a question sees it. In: a machine and its shadow (engines/symex/shadow.ts). Out: terms for what a condition reads, with what it decides; the live part of the shadow, by
// which states are told apart; and whether machine and shadow agree.

import type { findLiveRegisters } from "../../analysis/liveness.ts";
import type { Shadow, ShadowPlace } from "../../engines/symex/shadow.ts";
import type { CompiledFunction } from "../../execution/compiled-function.ts";
import type { Machine } from "../../execution/machine.ts";
import type { FunctionBody } from "../../program/program.ts";
import { readCell, readRegister, type StateVariables } from "../../symbolic/state-variables.ts";
import type { Evaluator } from "../../terms/evaluate.ts";
import { Substitution } from "../../terms/substitute.ts";
import type { Term } from "../../terms/term.ts";
import type { Terms } from "../../terms/terms.ts";
import type { OpenReads } from "../expressions/open-reads.ts";

type FindLive = (body: FunctionBody) => ReturnType<typeof findLiveRegisters>;

/** Reads of one evaluation. `inputs`: the values at hand. */
export class ReadsOfState implements OpenReads {
  readonly terms: Terms;
  readonly #decided = new Set<Term>();

  constructor(
    readonly shadow: Shadow,
    readonly variables: StateVariables,
    readonly inputs: Evaluator,
  ) {
    this.terms = variables.terms;
  }

  /** On inputs: the evaluation goes the same way. */
  get condition(): Term {
    return this.terms.all([...this.#decided]);
  }

  bytes(address: number, size: number): Term | null {
    return this.#open(this.variables.cell(address, size));
  }

  register(thread: number, level: number, register: number, bits: number): Term | null {
    return this.#open(this.variables.register(thread, level, register, bits));
  }

  #open(variable: Term): Term | null {
    const value = this.shadow.reader().apply(variable);
    return value.op === "constant" ? null : value;
  }

  decide(condition: Term): boolean {
    const holds = this.inputs.value(condition) === 1n;
    this.#decided.add(holds ? condition : this.terms.not(condition));
    return holds;
  }

  pin(term: Term): bigint {
    const value = this.inputs.value(term);
    this.#decided.add(this.terms.eq(term, this.terms.constant(value, term.width)));
    return value;
  }

  pinAll(): void {
    for (const { value } of this.shadow.places()) this.pin(value);
  }
}

/** The part of a state that depends on inputs, as a text, and these inputs, in the order in which the text names them. */
export interface OpenPart {
  readonly text: string;
  readonly inputs: readonly Term[];
}

/** Tells states apart by what depends on inputs, and by what is known of inputs. */
export class OpenState {
  readonly #live = new Map<number, { readonly before: Set<number>[]; readonly after: Set<number>[] }>();

  constructor(
    readonly machine: Machine,
    readonly shadow: Shadow,
    /** Null: all registers count. */
    readonly findLive: FindLive | null,
  ) {}

  /**
   * What the program can still read of inputs. Equal texts: the same terms at the same places, and the same conditions on their inputs, but for the names of these. Conditions of the path on other inputs do not matter: the two have no inputs
   * in common, and both can be met.
   */
  describe(path: readonly Term[]): OpenPart {
    const { terms, conjuncts } = this.shadow.variables;
    const inputs = new Map<Term, Term>();
    const note = (t: Term): void => {
      for (const input of conjuncts.variablesOf(t))
        if (!inputs.has(input)) inputs.set(input, terms.variable(`c${inputs.size}:${input.width}`, input.width));
    };
    const live = [...this.shadow.places()].filter((p) => this.#isLive(p)).map((p) => ({ ...p, at: placeText(p) }));
    live.sort((a, b) => (a.at < b.at ? -1 : 1));
    for (const p of live) note(p.value);
    const conditions = new Set<Term>();
    for (let before = -1; before !== conditions.size; ) {
      before = conditions.size;
      for (const c of path) {
        if (conditions.has(c) || !conjuncts.variablesOf(c).some((input) => inputs.has(input))) continue;
        conditions.add(c);
        note(c);
      }
    }
    const renaming = new Substitution(terms, (leaf) => inputs.get(leaf) ?? null);
    const idOf = (t: Term): number => renaming.apply(t).id;
    const parts = live.map((p) => `${p.at}=${idOf(p.value)}${p.kind === "register" ? "" : `.${p.index}`}`);
    const ids = [...conditions].map(idOf).sort((a, b) => a - b);
    return { text: `${parts.join()} if ${ids.join()}`, inputs: [...inputs.keys()] };
  }

  /** A place where the machine does not hold what the shadow says, for the inputs at hand; null: there is none. */
  findDifference(inputs: Evaluator): string | null {
    for (const p of this.shadow.places()) {
      if (!this.#isLive(p)) continue;
      const value = inputs.value(p.value);
      const isSame =
        p.kind === "register" ? this.#registerIs(p, value) : ((value >> BigInt(8 * p.index)) & 0xffn) === BigInt(this.#byteAt(p));
      if (!isSame) return placeText(p);
    }
    return null;
  }

  #byteAt(p: ShadowPlace): number {
    if (p.kind === "byte") return Number(readCell(this.machine, p.address, 1));
    return p.kind === "transfer" ? (this.machine.threads[p.thread]?.transfer.bytes[p.offset] ?? 0) : 0;
  }

  #registerIs({ thread, level, register }: ShadowPlace & { kind: "register" }, value: bigint): boolean {
    const t = this.machine.threads[thread];
    return t !== undefined && readRegister(this.machine, t, level, register) === value;
  }

  #isLive(p: ShadowPlace): boolean {
    const { memory, threads } = this.machine;
    switch (p.kind) {
      case "byte":
        return memory.objectAt(p.address | 0, Math.floor(p.address / 2 ** 32))?.live === true;
      case "transfer":
        return threads[p.thread]?.status === "running";
      case "register": {
        const t = threads[p.thread];
        if (t === undefined || t.status !== "running" || p.level > t.depth) return false;
        const { function: id, pc } = t.frameAt(p.level);
        const fn = this.machine.code[id] as CompiledFunction;
        if ((fn.slots[p.register] as number) < 0) return false;
        return this.#isLiveAt(fn, pc, p.level < t.depth, p.register);
      }
    }
  }

  #isLiveAt(fn: CompiledFunction, pc: number, isCalling: boolean, register: number): boolean {
    const k = fn.operationAt[pc];
    if (this.findLive === null || k === undefined) return true;
    const known = this.#live.get(fn.id) ?? { before: [], after: [] };
    this.#live.set(fn.id, known);
    const list = isCalling ? known.after : known.before;
    let live = list[k];
    if (live === undefined) {
      const found = this.findLive(fn.body);
      live = new Set(isCalling ? found.after(k) : found.before(k));
      list[k] = live;
    }
    return live.has(register);
  }
}

function placeText(p: ShadowPlace): string {
  switch (p.kind) {
    case "register":
      return `r${p.thread}.${p.level}.${p.register}`;
    case "byte":
      return `m${p.address}`;
    case "transfer":
      return `t${p.thread}.${p.offset}`;
  }
}
