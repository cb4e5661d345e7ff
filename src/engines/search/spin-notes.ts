// Notes on busy waits, beside the verdicts of a search: the first thread that spins forever (RVL309), and the first loop that is not
// recognised as a busy wait and in which a run was stopped (RVL303).

import type { Machine } from "../../execution/machine.ts";
import { locate } from "../../execution/positions.ts";
import { findHang } from "../../execution/stuck.ts";
import type { Thread } from "../../execution/thread.ts";
import { type Diagnostic, diagnostic } from "../../support/diagnostics.ts";
import type { Note } from "../engine.ts";

export class SpinNotes {
  #hang: Diagnostic | null = null;
  #cut: Diagnostic | null = null;

  get notes(): readonly Note[] {
    return [
      ...(this.#hang === null ? [] : [{ kind: "hang" as const, diagnostic: this.#hang }]),
      ...(this.#cut === null ? [] : [{ kind: "cut" as const, diagnostic: this.#cut }]),
    ];
  }

  /** Whether a run of a search that parks spinning threads was abandoned although the program may continue. */
  isParked(machine: Machine): boolean {
    if (machine.outcome?.kind !== "stuck" || !machine.threads.some((t) => t.status === "spinning")) return false;
    const hung = findHang(machine);
    if (hung === null) return true;
    this.#noteHang(machine, hung);
    return false;
  }

  /** To be called after a sampled run, in which a thread spins only as long as nothing changes. */
  noteEnd(machine: Machine): void {
    const hung = machine.outcome?.kind === "stuck" ? findHang(machine) : null;
    if (hung !== null) this.#noteHang(machine, hung);
  }

  #noteHang(machine: Machine, t: Thread): void {
    this.#hang ??= diagnostic(
      "RVL309",
      `${t.index === 0 ? "main" : `T${t.index}`} may spin here forever: no other thread can make progress`,
      {
        severity: "warning",
        location: locate(machine, machine.spinning?.loopPosition(t) ?? 0, t),
        hint: "a busy wait is not a deadlock; with a lock or a condition variable this would be one",
      },
    );
  }

  /** A thread was stopped after its maximum number of steps. */
  noteCut(machine: Machine, t: Thread, maxSteps: number): void {
    if (this.#cut !== null) return;
    const position = machine.spinning?.loopPosition(t) ?? 0;
    this.#cut = diagnostic("RVL303", `threads were stopped after ${maxSteps} steps${position === 0 ? "" : ", one of them in this loop"}`, {
      severity: "note",
      location: locate(machine, position, t),
      hint: "raise --max-steps, or try --reduction states, which detects repeated states",
    });
  }
}
