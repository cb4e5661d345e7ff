// What a step does beside computing: sections, waits, calls, threads, open values and ends. In: operations of the table. Out: frames, choices taken, and how the way ends.

import { Fault } from "../execution/fault.ts";
import { formatNumber } from "../execution/format.ts";
import { freedomOfOption } from "../execution/freedoms.ts";
import type { ErrorKind, Operation, Register, Scalar } from "../program/operations.ts";
import { codeBase, codeStride, functionAt } from "../program/program.ts";
import type { Term } from "../terms/term.ts";
import type { Followed, Following } from "./following.ts";
import { GivenInputs } from "./given-inputs.ts";
import type { ControlHost, Registers } from "./host.ts";
import { pointerTo } from "./instance.ts";
import { bufferBytes } from "./step-jumps.ts";
import { FollowedThread, WayEnds } from "./step-thread.ts";
import { Unsupported } from "./unsupported.ts";
import type { CellUpdate } from "./way.ts";

type Of<K extends Operation["op"]> = Operation & { op: K };

/** Steps granted inside a section, which is itself one step. */
const unlimited = 1e9;

export class StepControl implements ControlHost<Followed> {
  /** By thread; those that the user gives are not among them. */
  readonly inputsTaken = new Map<number, number>();
  readonly #given: GivenInputs;

  constructor(readonly step: Following) {
    this.#given = new GivenInputs(step);
  }

  /** What the step changes beside memory. */
  changes(): CellUpdate[] {
    return this.#given.changes();
  }

  closeStep(): void {}

  beginSection(_: Following, isUsers: boolean): void {
    this.step.sync.begin(isUsers);
    if (this.step.current.sectionDepth++ === 0) this.step.go = unlimited;
  }

  endSection(): void {
    if (this.step.current.sectionDepth === 0) throw new Fault("invalid-sync", "");
    if (--this.step.current.sectionDepth > 0) return;
    this.step.go = 0;
    this.step.closeSection();
  }

  blockUntil(_: Following, condition: Term): void {
    if (!this.step.decide(condition)) throw new WayEnds({ kind: "blocked", assumption: false });
  }

  assume(_: Following, condition: Term): void {
    if (this.step.decide(condition)) return;
    throw new WayEnds(this.step.current.sectionDepth > 0 ? { kind: "blocked", assumption: true } : { kind: "assumption" });
  }

  waitsFor(_: Following, slot: Term): void {
    if (this.step.fixesWaits) this.step.pin(slot);
  }

  edge(at: Followed, o: Of<"acquire" | "release">): void {
    const edge = { object: at.operand(o.object), index: at.operand(o.index) };
    (o.op === "acquire" ? this.step.sync.acquires : this.step.sync.releases).push(edge);
  }

  accessAs(): void {
    this.step.sync.mark();
  }

  fence(): void {}

  endProcess(_: Following, { kind }: Of<"process-end">): never {
    throw new WayEnds({ kind: "process", isExit: kind.kind === "integer" && kind.value === 0n });
  }

  error(_: Following, o: { readonly error: ErrorKind }): never {
    throw new Fault(o.error, "");
  }

  endThread(): never {
    this.step.lifetimes.releaseTo(0);
    const { locals, begunLocals } = this.step.current;
    const objects = Array.from(locals, (address) => (address === 0 ? null : this.step.memory.objectAt(address)));
    for (const object of [...objects, ...begunLocals.values()]) if (object !== null && !object.isPrivate) this.step.memory.end(object);
    throw new WayEnds({ kind: "thread" });
  }

  strays(_: Followed, address: Term, base: Term): void {
    const at = Number(this.step.pin(address));
    const origin = this.step.memory.objectAt(Number(this.step.pin(base)));
    const to = this.step.memory.objectAt(at);
    if (origin === null || Number(this.step.pin(base)) > origin.address + origin.size) return;
    if (to !== null && to !== origin && at < to.address + to.size) throw new Fault("out-of-bounds", "");
  }

  printNumber(at: Followed, args: readonly Term[]): Term {
    const [buffer, ...rest] = args as [Term, ...Term[]];
    const [room, conversion, flags, width, precision, bits, value] = rest.map((t) => this.step.pin(t)) as [
      bigint,
      bigint,
      bigint,
      bigint,
      bigint,
      bigint,
      bigint,
    ];
    const signed = (x: bigint): number => Number(BigInt.asIntN(32, x));
    const text = formatNumber(
      String.fromCharCode(signed(conversion)),
      signed(flags),
      signed(width),
      signed(precision),
      signed(bits),
      value,
    );
    const bytes = new TextEncoder().encode(text).subarray(0, Math.max(signed(room), 0));
    if (bytes.length > 0) {
      const { object, offset } = this.step.memory.locate(at.path, buffer, null, bytes.length);
      for (const [i, b] of bytes.entries()) this.step.memory.put(object, offset + i, 1, this.step.terms.constant(BigInt(b), 8));
    }
    return this.step.terms.constant(BigInt(text.length), 32);
  }

  textAt(): string {
    return "something";
  }

  // ---- calls and threads

  call(at: Followed, o: Of<"call">): Following {
    const { frames, stack } = this.step.current;
    const id = o.callee.kind === "function" ? o.callee.function : this.#calleeOf(at.operand(o.callee));
    const frame = this.step.frameOf(id);
    const registers: Registers = new Array(frame.body.registers.length);
    const args = o.args.map((x) => at.operand(x));
    frame.body.params.forEach((r: Register, i) => {
      const { bits } = frame.body.registers[r] as Scalar;
      const arg = args[i] ?? this.step.terms.constant(0n, bits);
      if (arg.width !== bits) throw new Unsupported("a call with arguments of other types");
      registers[r] = arg;
    });
    const variadic = o.variadic === null ? pointerTo(this.step, 0n) : at.operand(o.variadic);
    const { nextSerial } = this.step.current;
    frames.push({ ...frame, variadic, registers, block: 0, index: 0, mark: stack.length, call: o, serial: nextSerial });
    if (nextSerial !== null) this.step.current.nextSerial = nextSerial + 1;
    return this.step;
  }

  #calleeOf(callee: Term): number {
    const address = Number(this.step.pin(callee));
    if (address < 4096) throw new Fault("null-dereference", "");
    const id = (address - codeBase) / codeStride;
    if (!Number.isInteger(id) || id < 0 || id >= this.step.program.functions.length) throw new Fault("invalid-call", "");
    return id;
  }

  setJump(at: Followed, o: Of<"set-jump">): Following {
    this.step.jumps.set(at.frame, o, this.step.memory.locate(at.path, at.operand(o.buffer), null, bufferBytes));
    at.set(o.to, this.step.terms.constant(0n, at.bitsOf(o.to)));
    return this.step;
  }

  longJump(at: Followed, o: Of<"long-jump">): Following {
    this.step.jumps.jump(this.step.memory.locate(at.path, at.operand(o.buffer), null, bufferBytes), at.operand(o.value));
    return this.step;
  }

  startThread(_: Followed, entry: Term, self: Term): Term {
    const f = functionAt(this.step.program, this.step.pin(entry));
    if (f === null) throw new Unsupported("a thread whose start function is not a function");
    const index = this.step.state.threadCount + this.step.started.length;
    const child = new FollowedThread(index, self, []);
    const isCounted = this.step.current.nextSerial !== null;
    if (isCounted) child.nextSerial = 1;
    const frame = this.step.frameOf(f.id);
    const registers: Registers = new Array(frame.body.registers.length);
    const [parameter] = frame.body.params;
    if (parameter !== undefined) registers[parameter] = self;
    child.frames.push({
      ...frame,
      variadic: pointerTo(this.step, 0n),
      registers,
      block: 0,
      index: 0,
      mark: 0,
      call: null,
      serial: isCounted ? 0 : null,
    });
    this.step.started.push(child);
    return this.step.terms.constant(BigInt(index), 32);
  }

  self(): Term {
    return this.step.current.self;
  }

  slot(): Term {
    return this.step.terms.constant(BigInt(this.step.current.index), 32);
  }

  // ---- open values

  choose(at: Followed, o: Of<"choose">): void {
    const count = at.fixed(o.count, "the number of choices");
    at.set(o.to, this.step.terms.constant(BigInt(count <= 1 ? 0 : this.step.takeChoice(count)), at.bitsOf(o.to)));
  }

  input(at: Followed, o: Of<"input">): void {
    const { terms } = this.step;
    const bits = at.fixed(o.bits, "the width of an input");
    const widen = (t: Term): Term => terms.zext(t, at.bitsOf(o.to));
    const fresh = (): Term => widen(this.#given.take(bits) ?? this.step.variables.input(this.step.current.index, this.#countInput(), bits));
    if (o.first === null || o.last === null) return at.set(o.to, fresh());
    const [first, last] = [at.operand(o.first), at.operand(o.last)];
    if (this.step.decide(terms.eq(first, last))) return at.set(o.to, first);
    const value = fresh();
    const up = terms.and(terms.ule(first, value), terms.ule(value, last));
    const isBetween = terms.or(up, terms.and(terms.ule(last, value), terms.ule(value, first)));
    at.set(o.to, terms.ite(isBetween, value, first));
  }

  /** Returns how many the thread has taken before. */
  #countInput(): number {
    const { index } = this.step.current;
    const before = this.inputsTaken.get(index) ?? 0;
    this.inputsTaken.set(index, before + 1);
    return before;
  }

  option(at: Followed, o: Of<"option">): void {
    const which = at.fixed(o.which, "an option");
    const isOn = this.step.machine.environment.isOptionOn(which);
    if (!isOn && freedomOfOption(which) !== null) this.step.state.noteFreedom();
    at.set(o.to, this.step.terms.constant(isOn ? 1n : 0n, at.bitsOf(o.to)));
  }
}
