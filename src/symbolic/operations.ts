// The meaning of each operation in terms. In: an operation, on a path, in a call. Out: the path after it, or null if the thread or the process
// ends. This is the only such table; each family of operations has its own file, and what differs between those that follow code is their host's (host.ts).

import type { Operand, Operation } from "../program/operations.ts";
import type { Term } from "../terms/term.ts";
import { access } from "./accesses.ts";
import { computeMath } from "./arithmetic.ts";
import { Blocks } from "./blocks.ts";
import { compute } from "./computations.ts";
import type { Content, Host, Occurrence } from "./host.ts";
import { Unsupported } from "./unsupported.ts";

export class Operations<I extends Occurrence, A> {
  readonly #blocks: Blocks<I, A>;

  /** `copied`: what was copied in before, and not yet out. */
  constructor(
    readonly host: Host<I, A>,
    copied: Content = () => host.terms.false,
  ) {
    this.#blocks = new Blocks(host, copied);
  }

  /** What was copied in last. */
  get copied(): Content {
    return this.#blocks.transfer;
  }

  /** How many bytes. */
  get copiedSize(): number {
    return this.#blocks.transferSize;
  }

  // biome-ignore lint/complexity/noExcessiveLinesPerFunction: an exhaustive switch
  perform(o: Operation, at: I): I["path"] | null {
    const { host } = this;
    const { terms, lifetimes, control } = host;
    const { path } = at;
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
        compute(host, o, at);
        return path;

      case "load":
      case "store":
      case "update":
      case "compare-exchange":
        access(host, o, at);
        control.closeStep();
        return path;
      case "copy-in":
      case "copy-out":
      case "fill":
        this.#blocks.access(o, at);
        control.closeStep();
        return path;
      case "clear":
        this.#blocks.clear(o, at);
        return path;
      case "check-provenance":
        control.strays(at, at.operand(o.address), at.operand(o.base));
        return path;

      case "stack-allocate":
      case "stack-renew":
        at.set(o.to, lifetimes.allocateOnStack(at, o));
        return path;
      case "stack-end":
        lifetimes.endScope(path, at.operand(o.address));
        return path;
      case "stack-mark":
        at.set(o.to, lifetimes.mark(at));
        return path;
      case "stack-reset":
        lifetimes.release(at, at.fixed(o.mark, "the mark of the stack"));
        return path;
      case "heap-allocate":
        at.set(o.to, lifetimes.allocateOnHeap(at, o));
        return path;
      case "heap-free":
        lifetimes.free(path, at.operand(o.address));
        return path;
      case "heap-size":
        at.set(o.to, lifetimes.sizeOf(path, at.operand(o.address)));
        return path;
      case "thread-local":
        at.set(o.to, lifetimes.threadLocal(o.object));
        return path;

      case "call":
        return control.call(at, o);
      case "variadic-area":
        at.set(o.to, at.frame.variadic);
        return path;
      case "set-jump":
        return control.setJump(at, o);
      case "long-jump":
        return control.longJump(at, o);

      case "acquire":
      case "release":
        control.edge(at, o);
        return path;
      case "access-as":
        control.accessAs(at, o);
        return path;
      case "fence":
        control.fence(path, o.order);
        return path;
      case "lock-note":
      case "thread-label":
      case "output":
        return path;
      case "atomic-begin":
        control.beginSection(path, o.user);
        return path;
      case "atomic-end":
        control.endSection(at);
        return path;
      case "waits-for":
        control.waitsFor(path, at.operand(o.slot));
        return path;
      case "block-until":
        control.blockUntil(path, this.#isTrue(o.condition, at));
        return path;
      case "assume":
        control.assume(path, this.#isTrue(o.condition, at));
        return path;

      case "choose":
        control.choose(at, o);
        return path;
      case "input":
        control.input(at, o);
        return path;
      case "option":
        control.option(at, o);
        return path;

      case "thread-start": {
        const entry = at.operand(o.entry);
        at.set(o.to, control.startThread(at, entry, at.operand(o.self)));
        return path;
      }
      case "thread-exit":
        control.endThread(at);
        return null;
      case "end-locals":
        lifetimes.releaseFrames(at);
        return path;
      case "thread-self":
        at.set(o.to, control.self());
        return path;
      case "thread-slot":
        at.set(o.to, control.slot());
        return path;
      case "process-end":
        control.endProcess(path, o);
        return null;
      case "error":
        control.error(path, o);
        return null;

      case "format-number": {
        const args = o.args.map((x) => at.operand(x));
        at.set(o.to, control.printNumber(at, args));
        return path;
      }
      case "unsupported":
        throw new Unsupported(o.what ?? control.textAt(at.operand(o.text as Operand)));
      case "parse-double":
        throw new Unsupported("floating-point functions");
      case "math": {
        const value = computeMath(terms, o.name, at.operand(o.x), at.operand(o.y));
        if (value === null) throw new Unsupported("floating-point functions");
        at.set(o.to, value);
        return path;
      }
    }
  }

  #isTrue(o: Operand, at: I): Term {
    const { terms } = this.host;
    const condition = at.operand(o);
    return terms.ne(condition, terms.constant(0n, condition.width));
  }
}
