// Opens a debugging session: everything that front ends may ask (contract.ts), put together from its parts.

import { Machine } from "../execution/machine.ts";
import { type WitnessProgram, witnessToJson } from "../witness/file.ts";
import { replay } from "../witness/replay.ts";
import { answer } from "./answering.ts";
import { compareForks } from "./comparison.ts";
import type { DebugSession } from "./contract.ts";
import { writesOf } from "./data-history.ts";
import { expressions } from "./inspector.ts";
import { scheduleOf } from "./moves.ts";
import { Recording } from "./recording.ts";
import { Session, type SessionOptions } from "./session.ts";
import { completePath } from "./walker.ts";

export interface OpenOptions extends SessionOptions {
  /** For witness files: Ravel's version, and how the program was built. */
  readonly version: string;
  readonly built: WitnessProgram & { readonly sha256?: Readonly<Record<string, string>> };
}

const maxSourceLines = 100_000;

export function openSession(options: OpenOptions): DebugSession {
  const session = new Session(options);
  const { program, machine, source } = options;
  const recording = new Recording(program, machine, source);
  const { inspector } = session;
  return {
    state: () => session.state(),
    step: (thread, kind) => session.step(thread, kind),
    back: (thread, kind) => session.back(thread, kind),
    continue: () => session.continue(),
    reverseContinue: () => session.reverseContinue(),
    runTo: (file, line, thread) => session.runTo(file, line, thread),
    goTo: (place) => session.goTo(place),
    setBreakpoints: (specs) => session.setBreakpoints(specs),
    setInput: (number, value) => session.setInput(number, value),
    renameFork: (id, name) => session.renameFork(id, name),
    removeFork: (id) => session.removeFork(id),
    compareForks: (a, b) => compareForks(session, a, b),
    variables: (frame) => inspector.locals(frame),
    globals: () => inspector.globals(),
    children: (frame, expression) => inspector.children(frame, expression),
    evaluate: (frame, expression) => inspector.evaluate(frame, expression),
    completions: (frame, text) => inspector.completions(frame, text),
    writesOf: (frame, expression) => writesOf(session, frame, expression),
    timeline: () => {
      const { start, moves } = session.path;
      return recording.timelineOf(start, moves);
    },
    files: () => session.lines.files,
    sourceText: (file) => {
      const lines: string[] = [];
      for (let n = 1; n <= maxSourceLines; n++) {
        const line = source.line(file, n);
        if (line === null) break;
        lines.push(line);
      }
      return lines.length === 0 ? null : lines.join("\n");
    },
    ask: (request, isCancelled, progress) => answer(session, request, expressions, isCancelled, progress),
    witness: () => {
      const { start, moves, length } = session.path;
      const schedule = scheduleOf(completePath(program, machine, { start, moves: moves.slice(0, length) }));
      const shown = replay(new Machine(program, { ...machine, undo: false }), schedule);
      return witnessToJson(options.version, options.built, machine, shown.violations[0] ?? null, schedule, shown);
    },
  };
}
