// `setjmp` and `longjmp` along a route. In: one of the two on a path. Out: a buffer that names its `setjmp`; or paths that continue after a `setjmp` of a
// frame that is still there (`Frame.landings`), each under the condition that the buffer has that name. The rest of the frame's code is then unrolled again
// (calls.ts), with names of its own, as often as it was seen. A jump that was not seen is an unseen side.
//
// The executor's buffers hold other numbers. So the name is the address of an object that nothing else uses: programs may copy it and compare it, and whatever else they
// do with its bits is a number that depends on addresses.

import type { Operation } from "../../program/operations.ts";
import type { Block } from "../../program/program.ts";
import type { Registers } from "../../symbolic/host.ts";
import { pointerTo } from "../../symbolic/instance.ts";
import { Unsupported } from "../../symbolic/unsupported.ts";
import type { Term } from "../../terms/term.ts";
import { jumpKey, landingKey } from "../route.ts";
import type { Frame, Instance } from "./frame.ts";
import type { Lifetimes } from "./lifetimes.ts";
import type { Path } from "./path.ts";
import { cutSide, isUnseen } from "./sides.ts";
import { mergeStates } from "./states.ts";
import type { Steps } from "./steps.ts";
import { propagateUnordered } from "./synchronisation.ts";
import type { ThreadMemory } from "./thread-memory.ts";

/** The bytes of a buffer that count. */
const bufferBytes = 16;

/** A `setjmp` in a call. */
interface SetJump {
  /** Names the call. */
  readonly call: string;
  /** Counted within the function. */
  readonly operation: number;
}

export class Jumps {
  /** By the names in buffers. */
  readonly #named = new Map<bigint, SetJump>();

  constructor(
    readonly steps: Steps,
    readonly memory: ThreadMemory,
    readonly lifetimes: Lifetimes,
  ) {}

  /** `setjmp`, where it is called. */
  set(o: Operation & { op: "set-jump" }, instance: Instance): void {
    const { steps, memory } = this;
    const { terms, round, knowledge, name, site } = steps;
    const { path, frame } = instance;
    instance.set(o.to, terms.constant(0n, 32));
    if (round.options.route === undefined) return;
    const buffer = instance.operand(o.buffer);
    steps.failWhere(path, memory.locate(path, buffer, null, bufferBytes));
    const rest = { name: "", kind: "internal", varies: false, races: false, constant: false, image: undefined } as const;
    const { address } = knowledge.object(`${name} setjmp ${frame.call} ${site.operation}`, 1, 1, rest);
    this.#named.set(address, { call: frame.call, operation: site.operation });
    const value = pointerTo(round, address);
    for (const word of this.#wordsOf(buffer))
      memory.write(
        path,
        memory.locate(path, word, null, this.#wordBytes),
        this.#wordBytes,
        (from, size) => terms.extract(value, 8 * (from + size) - 1, 8 * from),
        { atomic: true },
      );
    steps.closeSingle(false); // in the executor it is not a step
  }

  /** `longjmp`: no path continues behind it. */
  jump(o: Operation & { op: "long-jump" }, instance: Instance): null {
    const { steps } = this;
    const { terms, possible } = steps;
    const { path, frame } = instance;
    if (steps.round.options.route === undefined) throw new Unsupported("longjmp");
    if (path.section !== null) throw new Unsupported("longjmp in an atomic section");
    const name = this.#nameIn(instance.operand(o.buffer), path);
    const isKnown = possible.of(name.word) !== null;
    const values = possible.likelyOf(name.word);
    let rest = isKnown ? terms.not(name.isWhole) : terms.true;
    for (const v of values) {
      const isThis = terms.and(name.isWhole, terms.eq(name.word, terms.constant(v, name.word.width)));
      const target = this.#named.get(v);
      const to = target === undefined ? null : findFrame(frame, target.call);
      if (target === undefined || to === null) rest = isKnown ? terms.or(rest, isThis) : rest;
      else {
        if (!isKnown) rest = terms.and(rest, terms.not(isThis));
        this.#follow(o, instance, path.fork(isThis), to, target.operation);
      }
    }
    steps.fail(path, "unsupported", "unsupported", rest, "longjmp to a place that is not known, or no longer exists");
    steps.closeSingle();
    return null;
  }

  /** What the buffer holds: its first word, and whether the others are the same. */
  #nameIn(buffer: Term, path: Path): { readonly word: Term; readonly isWhole: Term } {
    const { steps, memory } = this;
    const { terms } = steps;
    steps.failWhere(path, memory.locate(path, buffer, null, bufferBytes));
    const [word, ...others] = this.#wordsOf(buffer).map((at) =>
      memory.read(path, memory.locate(path, at, null, this.#wordBytes), this.#wordBytes, { atomic: true, tolerant: true }),
    ) as [Term, ...Term[]];
    return { word, isWhole: terms.all(others.map((other) => terms.eq(other, word))) };
  }

  /** Goes to a `setjmp` of a frame, unless no run did. */
  #follow(o: Operation & { op: "long-jump" }, instance: Instance, path: Path, to: Frame, operation: number): void {
    const { steps } = this;
    const { terms } = steps;
    const { frame } = instance;
    if (path.guard.term === terms.false) return;
    const key = jumpKey(instance.key, to.depth - 1);
    if (isUnseen(steps, frame, path, key, operation)) return cutSide(steps, frame, path, key, operation);
    let registers = instance.registers;
    for (let f = frame; f !== to; f = f.parent as Frame) {
      if (f.inexact) throw new Unsupported("longjmp out of a function that prints");
      registers = f.callerRegisters;
      propagateUnordered(steps, f);
    }
    this.lifetimes.leave(frame, to, path);
    const value = instance.operand(o.value);
    const zero = terms.constant(0n, value.width);
    const given = terms.ite(terms.eq(value, zero), terms.constant(1n, value.width), value);
    land(steps, to, operation, path, registers.slice(), given);
  }

  get #wordBytes(): number {
    return this.steps.round.program.pointerBits / 8;
  }

  #wordsOf(buffer: Term): Term[] {
    const { terms, round } = this.steps;
    const size = this.#wordBytes;
    return Array.from({ length: bufferBytes / size }, (_, i) => terms.add(buffer, pointerTo(round, BigInt(i * size))));
  }
}

/** The frame of a call, if the code of `from` is in it. */
function findFrame(from: Frame, call: string): Frame | null {
  for (let f: Frame | null = from; f !== null; f = f.parent) if (f.call === call) return f;
  return null;
}

/** Adds a path that continues after a `setjmp` of the frame, which returns this value. */
function land({ round }: Steps, frame: Frame, operation: number, path: Path, registers: Registers, value: Term): void {
  const key = landingKey(frame.key, operation);
  const block = frame.first.findLastIndex((first) => first <= operation);
  const index = operation - (frame.first[block] as number);
  const o = (frame.body.blocks[block] as Block).operations[index] as Operation & { op: "set-jump" };
  registers[o.to] = round.nameValue(value);
  const there = frame.landings.get(key);
  const state = there === undefined ? { path, registers } : mergeStates(round, there, { path, registers });
  frame.landings.set(key, { key, block, next: index + 1, ...state });
}
