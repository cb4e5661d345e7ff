// The unroller as a host of the table of operations. In: what the table asks. Out: events, failures and paths, by the parts of the unroller.

import { propertyOf } from "../../execution/errors.ts";
import { decodeAccessAs, type MemoryOrder, type Operation } from "../../program/operations.ts";
import { functionAt, type Program } from "../../program/program.ts";
import type { ControlHost, Host, ValueSet } from "../../symbolic/host.ts";
import { Unsupported } from "../../symbolic/unsupported.ts";
import type { Term } from "../../terms/term.ts";
import type { Terms } from "../../terms/terms.ts";
import type { ResolvedAddress } from "./addresses.ts";
import type { Calls } from "./calls.ts";
import type { Instance } from "./frame.ts";
import type { Jumps } from "./jumps.ts";
import type { Lifetimes } from "./lifetimes.ts";
import { Located } from "./located.ts";
import { choose, readInput, readOption } from "./open-values.ts";
import type { Path } from "./path.ts";
import { Placement } from "./placement.ts";
import { printNumber } from "./printing.ts";
import type { Steps } from "./steps.ts";
import { endSection, noteEdge, noteFence } from "./synchronisation.ts";
import type { ThreadMemory } from "./thread-memory.ts";
import { assume, blockUntil, noteNeed } from "./waiting.ts";

type Of<K extends Operation["op"]> = Operation & { op: K };

export class UnrollingHost implements Host<Instance, ResolvedAddress> {
  readonly terms: Terms;
  readonly program: Program;
  readonly memory: Located;
  readonly accesses: Located;
  readonly placement: Placement;
  readonly control: Control;

  constructor(
    readonly steps: Steps,
    memory: ThreadMemory,
    readonly lifetimes: Lifetimes,
    calls: Calls,
    jumps: Jumps,
    /** The thread's argument. */
    self: Term,
  ) {
    this.terms = steps.terms;
    this.program = steps.round.program;
    this.memory = new Located(steps, memory);
    this.accesses = this.memory;
    this.placement = new Placement(steps, memory);
    this.control = new Control(steps, memory, lifetimes, calls, jumps, self);
  }

  valuesOf(t: Term): ValueSet {
    return this.steps.possible.of(t);
  }

  readonly fail: Host<Instance, ResolvedAddress>["fail"] = (path, property, kind, when, message, harmless = false) =>
    this.steps.fail(path, property, kind, when, message, harmless);

  nameValue(value: Term): Term {
    return this.steps.round.nameValue(value);
  }
}

class Control implements ControlHost<Instance> {
  constructor(
    readonly steps: Steps,
    readonly memory: ThreadMemory,
    readonly lifetimes: Lifetimes,
    readonly calls: Calls,
    readonly jumps: Jumps,
    readonly thread: Term,
  ) {}

  closeStep(isStep = true): void {
    this.steps.closeSingle(isStep);
  }

  call(at: Instance, o: Of<"call">): Path | null {
    return this.calls.perform(o, at);
  }

  setJump(at: Instance, o: Of<"set-jump">): Path {
    this.jumps.set(o, at);
    return at.path;
  }

  longJump(at: Instance, o: Of<"long-jump">): Path | null {
    return this.jumps.jump(o, at);
  }

  edge(at: Instance, o: Of<"acquire" | "release">): void {
    noteEdge(this.steps, o, at);
  }

  accessAs(at: Instance, o: Of<"access-as">): void {
    const { path } = at;
    // In a section of the program all accesses count alike, and paths may meet that have made such an access or not.
    if (path.section?.user !== true)
      path.accessAs = decodeAccessAs(at.fixed(o.how, "a kind of access"), at.fixed(o.memoryOrder, "a memory order"));
  }

  fence(path: Path, order: MemoryOrder): void {
    noteFence(this.steps, order, path);
  }

  beginSection(path: Path, isUsers: boolean): void {
    this.steps.beginSection(path, isUsers);
  }

  endSection(at: Instance): void {
    endSection(this.steps, at);
  }

  waitsFor(path: Path, slot: Term): void {
    noteNeed(this.steps, path, slot);
  }

  blockUntil(path: Path, condition: Term): void {
    blockUntil(this.steps, path, condition, true);
  }

  assume(path: Path, condition: Term): void {
    assume(this.steps, path, condition);
  }

  choose(at: Instance, o: Of<"choose">): void {
    choose(this.steps, o, at);
  }

  input(at: Instance, o: Of<"input">): void {
    readInput(this.steps, this.memory, o, at);
  }

  option(at: Instance, o: Of<"option">): void {
    readOption(this.steps, o, at);
  }

  startThread(at: Instance, entry: Term, self: Term): Term {
    const { steps } = this;
    const values = steps.possible.of(entry);
    if (values === null || values.size !== 1) throw new Unsupported("a thread whose start function is not constant");
    const f = functionAt(steps.round.program, [...values][0] as bigint);
    if (f === null) throw new Unsupported("a thread whose start function is not a function");
    const thread = steps.startThread(at.path, f.id, self, at.key);
    return steps.terms.constant(BigInt(thread.index), 32);
  }

  endThread(at: Instance): void {
    const { steps } = this;
    steps.resumeSection(at.path);
    this.lifetimes.releaseAll(at);
    steps.finish(at.path);
  }

  self(): Term {
    return this.thread;
  }

  slot(): Term {
    const { terms, thread } = this.steps;
    return terms.constant(BigInt(thread.index), 32);
  }

  endProcess(path: Path): void {
    const { steps } = this;
    const { terms } = steps;
    const event = steps.eventOf(path);
    event.ends = terms.or(event.ends, path.guard.term);
    steps.stop(path, terms.true);
    steps.leaveSection(path);
    steps.closeSingle();
  }

  error(path: Path, o: Of<"error">): void {
    const { steps } = this;
    steps.eventOf(path);
    steps.publishBeforeFailure(path);
    steps.fail(path, propertyOf(o.error), o.error, steps.terms.true, o.message ?? "");
    steps.closeSingle();
  }

  strays({ path }: Instance, address: Term, base: Term): void {
    const { steps } = this;
    const resolved = this.memory.locate(path, address, base, 0, false);
    const strays = steps.terms.any(resolved.faults.filter((f) => f.kind === "out-of-bounds").map((f) => f.when));
    steps.fail(path, "unsupported", "unsupported", strays, "pointer arithmetic that leaves its object");
  }

  printNumber(at: Instance, args: readonly Term[]): Term {
    return printNumber(this.steps, this.memory, args, at);
  }

  /** "something" if it is not constant. */
  textAt(address: Term): string {
    const object = address.op === "constant" ? this.steps.knowledge.at(address.value) : null;
    if (object === null || !object.image) return "something";
    const from = Number(address.value - object.address);
    const end = object.image.indexOf(0, from);
    return new TextDecoder().decode(object.image.subarray(from, end < 0 ? undefined : end));
  }
}
