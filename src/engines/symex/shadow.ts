// What of the state depends on inputs, as terms over inputs (AGSE's symbolic memory). In: the ways of steps, before the machine takes them. Out: any term over the state,
// as a term over inputs. What is not in the shadow has one value for all inputs of the path, which the machine holds.

import type { Machine } from "../../execution/machine.ts";
import type { Thread } from "../../execution/thread.ts";
import { readCell, readRegister, type StateVariable, type StateVariables, wasIn } from "../../symbolic/state-variables.ts";
import type { Way } from "../../symbolic/way.ts";
import { Substitution } from "../../terms/substitute.ts";
import type { Term } from "../../terms/term.ts";
import type { Terms } from "../../terms/terms.ts";
import type { Inputs } from "./inputs.ts";

export interface ShadowByte {
  readonly value: Term;
  /** Of the byte in the value. */
  readonly index: number;
}

/** A place whose value depends on inputs. */
export type ShadowPlace =
  | { readonly kind: "register"; readonly thread: number; readonly level: number; readonly register: number; readonly value: Term }
  /** `index`: of the byte in the value. */
  | { readonly kind: "byte"; readonly address: number; readonly value: Term; readonly index: number }
  | { readonly kind: "transfer"; readonly thread: number; readonly offset: number; readonly value: Term; readonly index: number };

/** What of a state depends on inputs. */
export interface Shadowed {
  /** By thread, level and register. */
  readonly registers: ReadonlyMap<string, Term>;
  readonly bytes: ReadonlyMap<number, ShadowByte>;
  /** By thread and byte. */
  readonly transfers: ReadonlyMap<string, ShadowByte>;
}

export const nothingShadowed: Shadowed = { registers: new Map(), bytes: new Map(), transfers: new Map() };

/** What the state was before a step. */
type Undo = () => void;

export class Shadow {
  readonly #terms: Terms;
  readonly #registers = new Map<string, Term>();
  readonly #bytes = new Map<number, ShadowByte>();
  /** By thread and byte: what was copied in, and not yet out. */
  readonly #transfers = new Map<string, ShadowByte>();
  readonly #taken = new Map<number, number>();
  /** A copy; null: of an earlier state. */
  #copy: Shadowed | null = null;

  constructor(
    readonly machine: Machine,
    readonly variables: StateVariables,
    readonly inputs: Inputs,
  ) {
    this.#terms = variables.terms;
  }

  /** No value depends on an input. */
  get isEmpty(): boolean {
    return this.#registers.size === 0 && this.#bytes.size === 0 && this.#transfers.size === 0;
  }

  /** What depends on inputs now. */
  get now(): Shadowed {
    this.#copy ??= { registers: new Map(this.#registers), bytes: new Map(this.#bytes), transfers: new Map(this.#transfers) };
    return this.#copy;
  }

  /** Whether a step, which changes nothing that other threads see in the run at hand, changes nothing for any inputs of the path. The machine stands before it. */
  isSilent(way: Way, reader: Substitution): boolean {
    const { memory } = this.machine;
    return way.cells.every(({ address, size, value }) => {
      if (memory.objectAt(address | 0, Math.floor(address / 2 ** 32))?.isPrivate !== false) return true;
      const same = this.#terms.eq(this.variables.cell(address, size), value);
      return !this.isOpen(same) || reader.apply(same) === this.#terms.true;
    });
  }

  /** All places whose values depend on inputs; also registers of frames and bytes of objects that have ended. */
  *places(): Iterable<ShadowPlace> {
    for (const [key, value] of this.#registers) {
      const [thread, level, register] = key.split(".").map(Number) as [number, number, number];
      yield { kind: "register", thread, level, register, value };
    }
    for (const [address, byte] of this.#bytes) yield { kind: "byte", address, ...byte };
    for (const [key, byte] of this.#transfers) {
      const [thread, offset] = key.split(".").map(Number) as [number, number];
      yield { kind: "transfer", thread, offset, ...byte };
    }
  }

  /** Whether a variable has one value for all inputs of the path. */
  isFixed(v: StateVariable): boolean {
    switch (v.kind) {
      case "register":
        return this.#registers.size === 0 || !this.#registers.has(`${v.thread}.${v.level}.${v.register}`);
      case "cell":
        for (let i = 0; i < v.size && this.#bytes.size > 0; i++) if (this.#bytes.has(v.address + i)) return false;
        return true;
      case "transfer":
        for (let i = 0; i < v.size; i++) if (this.#transfers.has(`${v.thread}.${v.from + i}`)) return false;
        return true;
      default:
        return false;
    }
  }

  /** Whether a term over the state may depend on inputs. */
  isOpen(term: Term): boolean {
    for (const v of this.variables.conjuncts.variablesOf(term)) if (!this.isFixed(this.variables.meaningOf(v.name))) return true;
    return false;
  }

  /** Replaces variables of the state at hand. It is valid as long as the machine does not move. */
  reader(): Substitution {
    return new Substitution(this.#terms, (leaf) => (leaf.op === "variable" ? this.#read(leaf.name, leaf.width) : null));
  }

  #read(name: string, width: number): Term {
    const v = this.variables.meaningOf(name);
    const { machine } = this;
    const constant = (value: bigint): Term => this.#terms.constant(BigInt.asUintN(width, value), width);
    switch (v.kind) {
      case "register": {
        const known = this.#registers.get(`${v.thread}.${v.level}.${v.register}`);
        if (known !== undefined) return known;
        return constant(readRegister(machine, machine.threads[v.thread] as Thread, v.level, v.register));
      }
      case "cell":
        return (
          this.#assemble(
            v.size,
            (i) => this.#bytes.get(v.address + i),
            (i) => readCell(machine, v.address + i, 1),
          ) ?? constant(readCell(machine, v.address, v.size))
        );
      case "transfer": {
        const { bytes } = (machine.threads[v.thread] as Thread).transfer;
        const byteAt = (i: number): bigint => BigInt(bytes[v.from + i] ?? 0);
        const known = this.#assemble(v.size, (i) => this.#transfers.get(`${v.thread}.${v.from + i}`), byteAt);
        if (known !== null) return known;
        let value = 0n;
        for (let i = v.size - 1; i >= 0; i--) value = (value << 8n) | byteAt(i);
        return constant(value);
      }
      case "input":
        return this.inputs.variable(v.thread, (this.#taken.get(v.thread) ?? 0) + v.n, width);
      case "trail":
        // What a trail holds is known for the inputs at hand only.
        return this.#terms.boolean(this.isEmpty && wasIn(machine.threads[v.thread] as Thread, v.place, v.state));
    }
  }

  /** Bytes of the shadow and of the machine, as one value; null: none is in the shadow. */
  #assemble(size: number, shadowed: (i: number) => ShadowByte | undefined, plain: (i: number) => bigint): Term | null {
    const terms = this.#terms;
    const first = shadowed(0);
    let isWhole = first !== undefined && first.index === 0 && first.value.width === 8 * size;
    let hasAny = false;
    let value: Term | null = null;
    for (let i = 0; i < size; i++) {
      const b = shadowed(i);
      hasAny ||= b !== undefined;
      isWhole &&= b !== undefined && b.value === first?.value && b.index === i;
      const byte = b === undefined ? terms.constant(plain(i), 8) : terms.extract(b.value, 8 * b.index + 7, 8 * b.index);
      value = value === null ? byte : terms.concat(byte, value);
    }
    if (!hasAny) return null;
    return isWhole ? (first as ShadowByte).value : value;
  }

  /** Conditions that hold for the inputs at hand, over inputs; those that hold for all inputs of the path are left out. */
  applyTo(conditions: readonly Term[], reader: Substitution): readonly Term[] {
    return conditions.filter((c) => this.isOpen(c)).map((c) => reader.apply(c));
  }

  /** Takes a step. The machine still stands before it. Returns what takes it back. */
  apply(way: Way, reader: Substitution): Undo {
    const undo: Undo[] = [];
    const changes: (() => void)[] = [];
    const put = <K, V>(map: Map<K, V>, key: K, value: V | undefined): void => {
      const old = map.get(key);
      if (old === value) return;
      this.#copy = null;
      undo.push(() => (old === undefined ? map.delete(key) : map.set(key, old)));
      if (value === undefined) map.delete(key);
      else map.set(key, value);
    };
    const read = (term: Term): Term | undefined => {
      const value = this.isOpen(term) ? reader.apply(term) : undefined;
      return value?.op === "constant" ? undefined : value;
    };
    for (const { thread, registers } of way.threads)
      registers.forEach((frame, level) => {
        for (let r = 0; r < frame.length; r++) {
          const term = frame[r];
          const key = `${thread}.${level}.${r}`;
          if (term !== undefined && term.op === "variable" && term === this.variables.register(thread, level, r, term.width)) continue;
          const value = term === undefined ? undefined : read(term);
          changes.push(() => put(this.#registers, key, value));
        }
      });
    for (const { address, size } of way.begun)
      changes.push(() => {
        for (let i = 0; i < size; i++) put(this.#bytes, address + i, undefined);
      });
    for (const { address, size, value: term } of way.cells) {
      const value = read(term);
      changes.push(() => {
        for (let i = 0; i < size; i++) put(this.#bytes, address + i, value === undefined ? undefined : { value, index: i });
      });
    }
    for (const { thread, copied } of way.threads) {
      for (let i = 0; copied !== null && i < copied.size; i++) {
        const value = read(copied.content(i, 1));
        changes.push(() => put(this.#transfers, `${thread}.${i}`, value === undefined ? undefined : { value, index: 0 }));
      }
    }
    for (const [thread, n] of way.inputs) changes.push(() => put(this.#taken, thread, (this.#taken.get(thread) ?? 0) + n));
    for (const change of changes) change();
    return () => {
      if (undo.length > 0) this.#copy = null;
      for (let i = undo.length - 1; i >= 0; i--) (undo[i] as Undo)();
    };
  }
}
