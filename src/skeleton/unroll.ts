// Unrolls one thread of a bounded program: calls are inlined, loops unrolled up to their bounds, both sides of every branch followed, and
// paths merged where they meet (STAGED, sections 3 and 4). In: an entry function and what earlier rounds know. Out: the thread's chain of
// events.
//
// One term for the whole chain, `active`, says whether the thread has stopped (by an error, a false assumption, a cut or an endless wait).
// Path conditions do not include it and so stay small. The files are in unrolling/: calls.ts inlines bodies, walk.ts walks through a body,
// symbolic/operations.ts gives each operation its meaning (unrolling-host.ts), and steps.ts makes the events.

import { pointerTo } from "../symbolic/instance.ts";
import { Operations } from "../symbolic/operations.ts";
import type { Term } from "../terms/term.ts";
import type { Round } from "./round.ts";
import type { SkeletonThread } from "./skeleton.ts";
import type { ResolvedAddress } from "./unrolling/addresses.ts";
import { Calls } from "./unrolling/calls.ts";
import type { Instance } from "./unrolling/frame.ts";
import { Jumps } from "./unrolling/jumps.ts";
import { Lifetimes } from "./unrolling/lifetimes.ts";
import { Path } from "./unrolling/path.ts";
import { PhantomEdges } from "./unrolling/phantom-edges.ts";
import { Steps } from "./unrolling/steps.ts";
import { ThreadMemory } from "./unrolling/thread-memory.ts";
import { UnrollingHost } from "./unrolling/unrolling-host.ts";
import { type Perform, Walk } from "./unrolling/walk.ts";

export class ThreadUnroller {
  readonly #steps: Steps;
  readonly #calls: Calls;

  constructor(
    readonly round: Round,
    thread: SkeletonThread,
    started: Term,
    readonly self: Term,
  ) {
    const steps = new Steps(round, thread, started);
    const memory = new ThreadMemory(steps);
    const lifetimes = new Lifetimes(steps, memory);
    const edges = new PhantomEdges(steps, memory);
    // Bodies consist of operations, and an operation may be a call: this closes the recursion.
    const perform: Perform = (o, instance) => operations.perform(o, instance);
    const calls = new Calls(steps, lifetimes, (frame, loops, start) => {
      const walk = new Walk(steps, perform, frame, loops, edges);
      return "block" in start ? walk.runFrom(start) : walk.run(start.path, start.registers);
    });
    const operations = new Operations<Instance, ResolvedAddress>(
      new UnrollingHost(steps, memory, lifetimes, calls, new Jumps(steps, memory, lifetimes), self),
    );
    this.#steps = steps;
    this.#calls = calls;
  }

  run(entry: number): void {
    const { round, self } = this;
    const args = round.program.functions[entry]?.body().params.length === 1 ? [self] : [];
    const caller = { frame: null, registers: [], key: "", variadic: pointerTo(round, 0n) };
    const end = this.#calls.call(entry, args, Path.start(round.terms), caller);
    if (end !== null) this.#steps.finish(end.path);
  }
}
