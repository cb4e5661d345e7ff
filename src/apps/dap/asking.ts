// Requests of the debug console and of watches, and Ravel's own requests, `ravel/…`, for what the protocol does not have: forks, jumps, the time line, witness files.

import type { DebugProtocol } from "@vscode/debugprotocol";
import { questionForms } from "../../debugger/ask/parse.ts";
import type { AskRequest, FrameReference, Place, StepKind } from "../../debugger/contract.ts";
import { consoleCommands, isStepKind, runConsoleCommand, stepKinds } from "./console.ts";
import { type Core, type Handlers, on } from "./core.ts";
import { pathOf } from "./files.ts";
import { setInput } from "./looking.ts";
import { knownThread } from "./moving.ts";
import { answerText, questionOf } from "./questions.ts";
import { Refusal, refuse } from "./target.ts";

/** The response to a cancelled request has this message, by the protocol. */
export class Cancelled extends Refusal {
  constructor() {
    super("cancelled");
  }
}

export function consoleHandlers(core: Core): Handlers {
  return {
    evaluate: on<DebugProtocol.EvaluateArguments>(async ({ expression, frameId, context }, seq) => {
      const frame = core.frameOf(frameId);
      const isTyped = context === "repl" || context === undefined;
      if (isTyped && /^\s*\?/.test(expression)) {
        const answer = await core.questions.ask(core.session, questionOf(expression, frame), seq);
        if (answer === null) throw new Cancelled();
        return { result: answerText(answer), variablesReference: 0 };
      }
      if (isTyped && /^\s*:/.test(expression)) {
        const saveWitness = (path: string): void => core.target.saveWitness(path);
        const { text, hasMoved } = runConsoleCommand(expression, { session: core.session, frame, saveWitness });
        if (hasMoved) core.moved();
        return { result: text, variablesReference: 0 };
      }
      // Watches and hovers are evaluated again and again: they must not move the session or start a search.
      if (/^\s*[?:]/.test(expression)) refuse("questions and commands are for the debug console");
      const view = core.session.evaluate(frame, expression);
      return { result: view.text, type: view.type, ...core.values.below(view, frame) };
    }),
    completions: on<DebugProtocol.CompletionsArguments>(({ text, column, frameId }) =>
      completionsOf(core, text, column, core.frameOf(frameId)),
    ),
    cancel: on<DebugProtocol.CancelArguments>((args) => core.questions.cancel(args)),
  };
}

function completionsOf(core: Core, text: string, column: number, frame: FrameReference): { targets: DebugProtocol.CompletionItem[] } {
  const before = text.slice(0, Math.max(0, core.connection.columnToEditor(1) === 1 ? column - 1 : column));
  const item = (label: string, typed: string): DebugProtocol.CompletionItem => ({
    label,
    start: before.length - typed.length,
    length: typed.length,
  });
  if (/^\s*\?/.test(before)) {
    const typed = before.replace(/^\s*\?\s*/, "");
    return {
      targets: questionForms
        .filter(({ form }) => form.startsWith(typed))
        .map(({ form, meaning }) => ({ ...item(form, typed), detail: meaning })),
    };
  }
  const command = /^\s*:(\w*)$/.exec(before)?.[1];
  if (command !== undefined) {
    const names = ["help", ...Object.keys(consoleCommands)];
    return { targets: names.filter((name) => name.startsWith(command)).map((name) => item(name, command)) };
  }
  // The part of the expression that a name replaces.
  const typed = /\w*$/.exec(before)?.[0] ?? "";
  return { targets: core.session.completions(frame, before).map((name) => item(name, typed)) };
}

/** An edit of the schedule's tree, or a look at it. */
export function ravelHandlers(core: Core): Handlers {
  const frameOf = (frameId?: number): FrameReference => core.frameOf(frameId);
  return {
    "ravel/forks": on(() => {
      const { place, forks, next } = core.session.state();
      return { place, forks, next };
    }),
    "ravel/jump": on<Partial<Place>>(({ fork, move }) => {
      const { forks, place } = core.session.state();
      const found = forks.find((f) => f.id === (fork ?? place.fork)) ?? refuse(`there is no fork ${fork}`);
      core.session.goTo({ fork: found.id, move: move ?? found.length });
      core.moved();
      return { place: core.session.state().place };
    }),
    "ravel/step": on<{ threadId: number; kind?: StepKind; back?: boolean }>(({ threadId, kind = "visible", back = false }) => {
      if (!isStepKind(kind)) refuse(`${String(kind)} is not a kind of step: use ${stepKinds.join(", ")}`);
      const thread = knownThread(core.session, threadId);
      if (back) core.session.back(thread, kind);
      else core.session.step(thread, kind);
      core.moved();
    }),
    // A page that shows it names the version it has, and gets what differs.
    "ravel/timeline": on<{ since?: number }>(({ since }) => ({
      ...(since === undefined ? core.session.timeline() : core.feed.update(since)),
      place: core.session.state().place,
    })),
    "ravel/writes": on<{ expression: string; frameId?: number }>(({ expression, frameId }) => ({
      writes: core.session.writesOf(frameOf(frameId), expression).map((write) => ({
        ...write,
        ...(write.location === null ? {} : { path: pathOf(core.target, write.location.file) }),
      })),
    })),
    "ravel/ask": on<Partial<AskRequest> & { text: string; frameId?: number }>(async ({ text, over, fixedInputs, frameId }, seq) => {
      const { over: typedOver, fixedInputs: typedFixed, ...rest } = questionOf(text, frameOf(frameId));
      const request: AskRequest = { ...rest, over: over ?? typedOver, fixedInputs: fixedInputs ?? typedFixed };
      const answer = await core.questions.ask(core.session, request, seq);
      if (answer === null) throw new Cancelled();
      return answer;
    }),
    "ravel/setInput": on<{ number: number; value: string }>(({ number, value }) => setInput(core, number, String(value))),
    "ravel/renameFork": on<{ fork: number; name: string }>(({ fork, name }) => core.session.renameFork(fork, name)),
    "ravel/removeFork": on<{ fork: number }>(({ fork }) => core.session.removeFork(fork)),
    "ravel/compareForks": on<{ a: number; b: number }>(({ a, b }) => ({ lines: core.session.compareForks(a, b) })),
    "ravel/saveWitness": on<{ path?: string }>(({ path }) => {
      if (path === undefined) return { witness: core.session.witness() };
      core.target.saveWitness(path);
      return { path };
    }),
  };
}
