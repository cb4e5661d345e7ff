// What an editor is told when the session has moved: output, log messages, threads that came and went, and why it stopped. In: the session's state. Out: events.

import { Event, OutputEvent, ThreadEvent } from "@vscode/debugadapter";
import type { DebugProtocol } from "@vscode/debugprotocol";
import type { SessionState, StopReason, ThreadView } from "../../debugger/contract.ts";
import type { Breakpoints } from "./breakpoints.ts";
import { threadId } from "./values.ts";

/** The thread that a stop is about; if it is about none, and after a jump, the one that would move next: a jump to a write stands before it. */
export function focusOf({ stop, next, threads }: SessionState): number {
  const known = (index: number): boolean => threads.some((t) => t.index === index);
  const [first, second] = stop.reason === "jump" ? [next, stop.thread] : [stop.thread, next];
  return [first, second, threads.find((t) => t.status !== "finished")?.index ?? 0].find(known) ?? 0;
}

/** Threads that an editor lists. Finished ones have no stack; at the end of a run all are finished, and all are listed. */
export const listed = (state: SessionState): readonly ThreadView[] =>
  state.threads.filter((t) => t.status !== "finished" || t.index === focusOf(state) || state.outcome !== "");

export class Stops {
  /** All output that was sent. */
  #printed = "";
  #threads: ReadonlySet<number> = new Set();

  events(state: SessionState, breakpoints: Breakpoints): DebugProtocol.Event[] {
    const { stop } = state;
    return [
      ...this.#threadEvents(state),
      ...this.#output(state.output),
      ...stop.log.map((text) => new OutputEvent(`${text}\n`, "console")),
      stopped(state, breakpoints),
    ];
  }

  /** Output that was sent before is not sent again when a run is repeated. */
  #output(text: string): DebugProtocol.Event[] {
    if (this.#printed.startsWith(text)) return [];
    const isSameRun = text.startsWith(this.#printed);
    const rest = isSameRun ? text.slice(this.#printed.length) : text;
    const remark = isSameRun ? [] : [new OutputEvent("— output of another run —\n", "console")];
    this.#printed = text;
    return [...remark, new OutputEvent(rest, "stdout")];
  }

  #threadEvents(state: SessionState): DebugProtocol.Event[] {
    const now = new Set(listed(state).map((t) => t.index));
    const before = this.#threads;
    this.#threads = now;
    return [
      ...[...now].flatMap((index) => (before.has(index) ? [] : [new ThreadEvent("started", threadId(index))])),
      ...[...before].flatMap((index) => (now.has(index) ? [] : [new ThreadEvent("exited", threadId(index))])),
    ];
  }
}

/** The protocol's words for reasons. The end of a run is a stop like others: from there one can step back. */
const reasons: Readonly<Record<Exclude<StopReason, "breakpoint">, readonly [string, string]>> = {
  entry: ["entry", "Start of the run"],
  step: ["step", ""],
  failure: ["exception", "Violation"],
  end: ["pause", "End of the run"],
  blocked: ["pause", "Blocked"],
  jump: ["goto", ""],
  start: ["entry", "Start of the run"],
  cancelled: ["pause", "Interrupted"],
};

function stopped(state: SessionState, breakpoints: Breakpoints): DebugProtocol.StoppedEvent {
  const { stop } = state;
  const { ids, reason: kind } = breakpoints.hit(stop.breakpoints);
  const [reason, description] = stop.reason === "breakpoint" ? [kind, ""] : reasons[stop.reason];
  const body: DebugProtocol.StoppedEvent["body"] = {
    reason,
    threadId: threadId(focusOf(state)),
    allThreadsStopped: true,
    ...(description === "" ? {} : { description: stop.reason === "failure" ? `${description}: ${stop.text}` : description }),
    ...(stop.text === "" ? {} : { text: stop.text }),
    ...(ids.length === 0 ? {} : { hitBreakpointIds: [...ids] }),
  };
  return new Event("stopped", body) as DebugProtocol.StoppedEvent;
}
