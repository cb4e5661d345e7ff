// The beginning of main, up to its first step, as a way. In: a search whose machine has just started. Out: the way; null if it takes no input, so that there is nothing to follow.

import type { Oracle } from "../../execution/contract.ts";
import type { Machine } from "../../execution/machine.ts";
import type { MemoryObject } from "../../execution/memory-object.ts";
import type { Thread } from "../../execution/thread.ts";
import { Following } from "../../symbolic/following.ts";
import type { Registers } from "../../symbolic/host.ts";
import { pointerTo } from "../../symbolic/instance.ts";
import { MachineState } from "../../symbolic/machine-state.ts";
import { Again } from "../../symbolic/observe.ts";
import type { StateVariables } from "../../symbolic/state-variables.ts";
import type { StepFormulas } from "../../symbolic/step-formulas.ts";
import type { FrameHost } from "../../symbolic/step-state.ts";
import { FollowedThread } from "../../symbolic/step-thread.ts";
import type { Way } from "../../symbolic/way.ts";

interface StartedSearch {
  readonly machine: Machine;
  readonly variables: StateVariables;
  readonly formulas: StepFormulas;
  /** What was asked when the machine started. */
  readonly inputs: Pick<Oracle, "coversUnwritten">;
}

/** Main before its first operation. What it reads until its first step is its own, or constant. */
class StartState extends MachineState {
  override get copiedMarks(): null {
    return null;
  }

  override open(host: FrameHost): FollowedThread {
    const { index } = this.thread;
    const followed = new FollowedThread(index, pointerTo(host, 0n), []);
    const frame = host.frameOf(host.program.entry);
    const registers: Registers = new Array(frame.body.registers.length);
    followed.frames.push({ ...frame, variadic: pointerTo(host, 0n), registers, block: 0, index: 0, mark: 0, call: null, serial: 0 });
    followed.nextSerial = 1;
    return followed;
  }
}

export function followStart({ machine, variables, formulas, inputs }: StartedSearch, taken: number): Way | null {
  if (taken === 0) return null;
  const { saysUnwritten } = machine.queries;
  const observed = { begun: [] as MemoryObject[], choices: [...machine.choices], inputs: [...machine.inputs], saysUnwritten };
  machine.memory.observer = (o) => observed.begun.push(o);
  machine.start(new Again(observed, { coversUnwritten: (f, o, inSection) => inputs.coversUnwritten?.(f, o, inSection) === true }));
  machine.memory.observer = null;
  const begun = observed.begun.filter((o) => o.region !== machine.memory.globals);
  const state = new StartState(machine, variables, machine.threads[0] as Thread, { ...observed, begun });
  const following = new Following(machine, variables, state, formulas.checksOverflow, formulas.fixesWaits, formulas.merges);
  following.go = 0;
  return following.follow();
}
