// The meaning of each operation in unrolled code. In: an operation, on a path, in a call. Out: the path after it, or null if the thread or the
// process ends. This is the table; each family of operations has its own file.

import { propertyOf } from "../../execution/errors.ts";
import { decodeAccessAs, type Operand, type Operation, unownedKind } from "../../program/operations.ts";
import { functionAt } from "../../program/program.ts";
import type { Term } from "../../terms/term.ts";
import type { Knowledge } from "../knowledge.ts";
import { access } from "./accesses.ts";
import { computeMath } from "./arithmetic.ts";
import { Blocks } from "./blocks.ts";
import type { Calls } from "./calls.ts";
import { compute } from "./computations.ts";
import { userPosition } from "./frame.ts";
import { type Instance, pointerTo } from "./instance.ts";
import type { Jumps } from "./jumps.ts";
import type { Lifetimes } from "./lifetimes.ts";
import { choose, readInput, readOption } from "./open-values.ts";
import type { Path } from "./path.ts";
import { printNumber } from "./printing.ts";
import type { Steps } from "./steps.ts";
import { endSection, noteEdge, noteFence } from "./synchronisation.ts";
import type { ThreadMemory } from "./thread-memory.ts";
import { Unsupported } from "./unsupported.ts";
import { assume, blockUntil, noteNeed } from "./waiting.ts";

export class Operations {
  readonly #blocks: Blocks;

  constructor(
    readonly steps: Steps,
    readonly memory: ThreadMemory,
    readonly lifetimes: Lifetimes,
    readonly calls: Calls,
    readonly jumps: Jumps,
    /** The thread's argument. */
    readonly self: Term,
  ) {
    this.#blocks = new Blocks(steps, memory);
  }

  // biome-ignore lint/complexity/noExcessiveLinesPerFunction: an exhaustive switch
  perform(o: Operation, instance: Instance): Path | null {
    const { steps, memory, lifetimes } = this;
    const { terms, round } = steps;
    const { frame, path, key } = instance;
    switch (o.op) {
      case "move":
      case "integer":
      case "compare":
      case "float":
      case "float-negate":
      case "float-compare":
      case "convert":
      case "select":
      case "builtin":
      case "checked":
        compute(steps, memory, o, instance);
        return path;

      case "load":
      case "store":
      case "update":
      case "compare-exchange":
        access(steps, memory, o, instance);
        steps.closeSingle();
        return path;
      case "copy-in":
      case "copy-out":
      case "fill":
        this.#blocks.access(o, instance);
        steps.closeSingle();
        return path;
      case "clear":
        this.#blocks.clear(o, instance);
        return path;
      case "check-provenance": {
        const resolved = memory.locate(path, instance.operand(o.address), instance.operand(o.base), 0, false);
        const strays = terms.any(resolved.faults.filter((f) => f.kind === "out-of-bounds").map((f) => f.when));
        steps.fail(path, "unsupported", "unsupported", strays, "pointer arithmetic that leaves its object");
        return path;
      }

      case "stack-allocate":
      case "stack-renew": {
        const name = round.program.variables[o.variable]?.name ?? "";
        const size = instance.operand(o.size);
        const placedAt = o.op === "stack-allocate" && !o.private ? o.at : null;
        instance.set(o.to, lifetimes.allocate(path, key, { size, align: o.align, name, kind: "stack", placedAt }, frame));
        return path;
      }
      case "stack-end":
        lifetimes.endScope(path, instance.operand(o.address));
        return path;
      case "stack-mark":
        instance.set(o.to, pointerTo(round, BigInt(frame.stack.length)));
        return path;
      case "stack-reset":
        lifetimes.release(frame, path, instance.fixed(o.mark, "the mark of the stack"));
        return path;
      case "heap-allocate": {
        const which = instance.fixed(o.internal, "the kind of an allocation");
        const kind = which === 0 || which === unownedKind ? "heap" : "internal";
        const align = instance.fixed(o.align, "an alignment");
        const placedAt = which === 0 ? userPosition(frame, o.at) : null;
        instance.set(o.to, lifetimes.allocate(path, key, { size: instance.operand(o.size), align, name: "", kind, placedAt }, null));
        return path;
      }
      case "heap-free":
        lifetimes.free(path, instance.operand(o.address));
        return path;
      case "heap-size":
        instance.set(o.to, lifetimes.sizeOf(path, instance.operand(o.address)));
        return path;
      case "thread-local":
        instance.set(o.to, pointerTo(round, lifetimes.threadLocal(o.object).address));
        return path;

      case "call":
        return this.calls.perform(o, instance);
      case "variadic-area":
        instance.set(o.to, frame.variadic);
        return path;
      case "set-jump":
        this.jumps.set(o, instance);
        return path;
      case "long-jump":
        return this.jumps.jump(o, instance);

      case "acquire":
      case "release":
        noteEdge(steps, o, instance);
        return path;
      case "access-as":
        // In a section of the program all accesses count alike, and paths may meet that have made such an access or not.
        if (path.section?.user !== true)
          path.accessAs = decodeAccessAs(instance.fixed(o.how, "a kind of access"), instance.fixed(o.memoryOrder, "a memory order"));
        return path;
      case "fence":
        noteFence(steps, o.order, path);
        return path;
      case "lock-note":
      case "thread-label":
      case "output":
        return path;
      case "atomic-begin":
        steps.beginSection(path, o.user);
        return path;
      case "atomic-end":
        endSection(steps, instance);
        return path;
      case "waits-for":
        noteNeed(steps, path, instance.operand(o.slot));
        return path;
      case "block-until":
        blockUntil(steps, path, this.#isTrue(o.condition, instance), true);
        return path;
      case "assume":
        assume(steps, path, this.#isTrue(o.condition, instance));
        return path;

      case "choose":
        choose(steps, o, instance);
        return path;
      case "input":
        readInput(steps, memory, o, instance);
        return path;
      case "option":
        readOption(steps, o, instance);
        return path;

      case "thread-start":
        this.#startThread(o, instance);
        return path;
      case "thread-exit":
        steps.resumeSection(path);
        lifetimes.releaseAll(frame, path);
        steps.finish(path);
        return null;
      case "end-locals":
        lifetimes.releaseFrames(frame, path);
        return path;
      case "thread-self":
        instance.set(o.to, this.self);
        return path;
      case "thread-slot":
        instance.set(o.to, terms.constant(BigInt(steps.thread.index), 32));
        return path;
      case "process-end": {
        const event = steps.eventOf(path);
        event.ends = terms.or(event.ends, path.guard.term);
        steps.stop(path, terms.true);
        steps.leaveSection(path);
        steps.closeSingle();
        return null;
      }
      case "error":
        steps.eventOf(path);
        steps.fail(path, propertyOf(o.error), o.error, terms.true, o.message ?? "");
        steps.closeSingle();
        return null;

      case "format-number":
        instance.set(
          o.to,
          printNumber(
            steps,
            memory,
            o.args.map((x) => instance.operand(x)),
            instance,
          ),
        );
        return path;
      case "unsupported":
        throw new Unsupported(o.what ?? textAt(steps.knowledge, instance.operand(o.text as Operand)));
      case "parse-double":
        throw new Unsupported("floating-point functions");
      case "math": {
        const value = computeMath(terms, o.name, instance.operand(o.x), instance.operand(o.y));
        if (value === null) throw new Unsupported("floating-point functions");
        instance.set(o.to, value);
        return path;
      }
    }
  }

  #isTrue(o: Operand, instance: Instance): Term {
    const { terms } = this.steps;
    const condition = instance.operand(o);
    return terms.ne(condition, terms.constant(0n, condition.width));
  }

  #startThread(o: Operation & { op: "thread-start" }, instance: Instance): void {
    const { steps } = this;
    const entry = instance.operand(o.entry);
    const self = instance.operand(o.self);
    const values = steps.possible.of(entry);
    if (values === null || values.size !== 1) throw new Unsupported("a thread whose start function is not constant");
    const f = functionAt(steps.round.program, [...values][0] as bigint);
    if (f === null) throw new Unsupported("a thread whose start function is not a function");
    const thread = steps.startThread(instance.path, f.id, self, instance.key);
    instance.set(o.to, steps.terms.constant(BigInt(thread.index), 32));
  }
}

/** The program's string at an address; "something" if it is not constant. */
function textAt(knowledge: Knowledge, address: Term): string {
  const object = address.op === "constant" ? knowledge.at(address.value) : null;
  if (object === null || !object.image) return "something";
  const from = Number(address.value - object.address);
  const end = object.image.indexOf(0, from);
  return new TextDecoder().decode(object.image.subarray(from, end < 0 ? undefined : end));
}
