// Requests that move the session: steps, continuing, both backwards, run to line, restart. After each one the editor gets a stop.
//
// A step moves one thread; stepping another than the recorded one forks the schedule. The granularity `instruction` is one operation that other threads can observe.

import type { DebugProtocol } from "@vscode/debugprotocol";
import type { DebugSession, FrameReference, FrameView, StepKind, Stop } from "../../debugger/contract.ts";
import { type Core, type Handlers, on } from "./core.ts";
import { nameOf } from "./files.ts";
import { refuse } from "./target.ts";
import { threadIndex } from "./values.ts";

type Granular = { readonly threadId: number; readonly granularity?: DebugProtocol.SteppingGranularity };

export function movingHandlers(core: Core): Handlers {
  const targets: { readonly file: string; readonly line: number }[] = [];
  const step = ({ threadId, granularity }: Granular, kind: StepKind, isBack: boolean): void => {
    const chosen = granularity === "instruction" ? "visible" : kind;
    const thread = knownThread(core.session, threadId);
    if (isBack) core.session.back(thread, chosen);
    else core.session.step(thread, chosen);
    core.moved();
  };
  return {
    next: on<DebugProtocol.NextArguments>((args) => step(args, "over", false)),
    stepIn: on<DebugProtocol.StepInArguments>((args) => step(args, "line", false)),
    stepOut: on<DebugProtocol.StepOutArguments>((args) => step(args, "out", false)),
    stepBack: on<DebugProtocol.StepBackArguments>((args) => step(args, "over", true)),
    continue: on<DebugProtocol.ContinueArguments>(({ threadId, singleThread = false }) => {
      if (singleThread) {
        runAlone(core.session, knownThread(core.session, threadId), "step");
        core.moved();
      } else core.continueRun();
      return { allThreadsContinued: !singleThread };
    }),
    reverseContinue: on<DebugProtocol.ReverseContinueArguments>(({ threadId, singleThread = false }) => {
      if (singleThread) runAlone(core.session, knownThread(core.session, threadId), "back");
      else core.session.reverseContinue();
      core.moved();
    }),
    // If nothing runs, there is nothing to interrupt, but an editor that waits for a stop gets one.
    pause: on<DebugProtocol.PauseArguments>(() => {
      if (!core.pause()) core.moved();
    }),
    gotoTargets: on<DebugProtocol.GotoTargetsArguments>(({ source, line }) => {
      const file = nameOf(core.target, source.path ?? refuse("the source has no path"));
      const id = targets.push({ file, line: core.connection.lineFromEditor(line) });
      return { targets: [{ id, label: `run to line ${line}`, line }] };
    }),
    goto: on<DebugProtocol.GotoArguments>(({ threadId, targetId }) => {
      const { file, line } = targets[targetId - 1] ?? refuse("there is no such place to go to");
      core.session.runTo(file, line, knownThread(core.session, threadId));
      core.moved();
    }),
    restartFrame: on<DebugProtocol.RestartFrameArguments>(({ frameId }) => {
      restartFrame(core.session, core.values.frame(frameId));
      core.moved();
    }),
  };
}

export function knownThread(session: DebugSession, id: number): number {
  const index = threadIndex(id);
  return session.state().threads.some((t) => t.index === index) ? index : refuse(`there is no thread ${id} here`);
}

const depthOf = (session: DebugSession, thread: number): number =>
  session.state().threads.find((t) => t.index === thread)?.stack.length ?? 0;

/** Moves one thread until it stops for another reason than the end of a step, or has left its outermost function. */
function runAlone(session: DebugSession, thread: number, way: "step" | "back"): void {
  for (let depth = depthOf(session, thread); ; ) {
    const { reason }: Stop = way === "step" ? session.step(thread, "out") : session.back(thread, "out");
    const now = depthOf(session, thread);
    if (reason !== "step" || now === 0 || now >= depth) return;
    depth = now;
  }
}

/** Back to the call, and into the function again. */
function restartFrame(session: DebugSession, { thread, level }: FrameReference): void {
  const stack = (): readonly FrameView[] => session.state().threads.find((t) => t.index === thread)?.stack ?? [];
  if (stack().at(-1)?.level === level) refuse("the outermost function has no call to go back to: restart the session, or step back");
  // Each step back leaves one function.
  for (let left = stack().length; left > 0 && stack().some((f) => f.level === level); left--) session.back(thread, "out");
  session.step(thread, "line");
}
