// Steps of loops whose state depends on inputs. In: the steps of a run, before the machine takes them. Out: whether an iteration that was idle in this run is idle for all inputs of the path.
//
// For other inputs the thread may come to another state, or change shared memory: then it continues, and is idle one iteration later if what depends on inputs has settled.

import type { Machine } from "../../execution/machine.ts";
import type { Thread } from "../../execution/thread.ts";
import type { Way } from "../../symbolic/way.ts";
import type { Substitution } from "../../terms/substitute.ts";
import type { IdleIterations } from "./idle.ts";
import type { RunPath } from "./path.ts";
import { nothingShadowed, type Shadow, type Shadowed } from "./shadow.ts";

export interface LoopStep {
  /** What depended on inputs before it. */
  readonly before: Shadowed;
  /** It changes nothing that other threads see, for any inputs of the path. */
  readonly isSilent: boolean;
}

export class LoopSteps {
  /** The step at hand; null: it is not one of a loop, or nothing depends on inputs. */
  current: LoopStep | null = null;

  constructor(
    readonly machine: Machine,
    readonly path: RunPath,
    readonly shadow: Shadow,
    readonly idle: IdleIterations,
  ) {}

  /** The thread is about to take a step that goes this way. */
  begin(t: Thread | null, way: Way | null, reader: Substitution | null): void {
    const { machine, shadow } = this;
    const isLoop = t !== null && (t.trail !== null || machine.spinning?.isInLoop(t) === true);
    this.current = isLoop && way !== null && reader !== null ? { before: shadow.now, isSilent: shadow.isSilent(way, reader) } : null;
  }

  /** Whether the last steps of the thread, so many, are idle for all inputs of the path. */
  isIdle(t: Thread, steps: number): boolean {
    // What a run leads to that is taken once more is explored anyhow.
    if (this.path.isRunningAgain) return false;
    let step = this.current;
    let left = steps - 1;
    for (const earlier of left === 0 ? [] : this.path.lastOf(t.index)) {
      if (step?.isSilent === false) return false;
      step = earlier.loop ?? null;
      if (--left === 0) break;
    }
    return step?.isSilent !== false && this.idle.isAsBefore(t, step?.before ?? nothingShadowed, this.shadow.now);
  }
}
