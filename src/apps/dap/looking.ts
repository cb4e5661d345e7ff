// Requests that look at the session and leave it where it is: threads, stacks, scopes, values, sources, what failed. Inputs are set here too, as variables of their scope.

import { basename } from "node:path";
import type { DebugProtocol } from "@vscode/debugprotocol";
import type { ThreadView, ViolationView } from "../../debugger/contract.ts";
import { type Core, type Handlers, on } from "./core.ts";
import { pathOf, sourceOf } from "./files.ts";
import { listed } from "./stops.ts";
import { refuse } from "./target.ts";
import { threadId, threadIndex } from "./values.ts";

export function lookingHandlers(core: Core): Handlers {
  return {
    threads: on(() => ({ threads: listed(core.session.state()).map((t) => ({ id: threadId(t.index), name: threadName(t) })) })),
    stackTrace: on<DebugProtocol.StackTraceArguments>(({ threadId: id, startFrame = 0, levels = 0 }) => {
      const thread = core.session.state().threads.find((t) => t.index === threadIndex(id)) ?? refuse(`there is no thread ${id} here`);
      const frames = levels === 0 ? thread.stack.slice(startFrame) : thread.stack.slice(startFrame, startFrame + levels);
      return {
        totalFrames: thread.stack.length,
        stackFrames: frames.map(({ level, function: name, location }) => ({
          id: core.values.frameId({ thread: thread.index, level }),
          name,
          line: location === null ? 0 : core.connection.lineToEditor(location.line),
          column: location === null ? 0 : core.connection.columnToEditor(location.column ?? 1),
          ...(location === null ? { presentationHint: "subtle" } : { source: sourceOf(core.target, location) }),
        })),
      };
    }),
    scopes: on<DebugProtocol.ScopesArguments>(({ frameId }) => ({
      scopes: core.values.scopes(core.values.frame(frameId), core.session.state()),
    })),
    variables: on<DebugProtocol.VariablesArguments>((args) => ({ variables: core.values.variables(args, core.session) })),
    setVariable: on<DebugProtocol.SetVariableArguments>((args) => setInput(core, core.values.inputOf(args), args.value)),
    exceptionInfo: on<DebugProtocol.ExceptionInfoArguments>(({ threadId: id }) => {
      const { violations } = core.session.state();
      const violation =
        violations.findLast((v) => v.thread === threadIndex(id)) ?? violations.at(-1) ?? refuse("no property is violated here");
      return exceptionOf(violation);
    }),
    loadedSources: on(() => ({ sources: core.session.files().map((file) => ({ name: basename(file), path: pathOf(core.target, file) })) })),
    source: on<DebugProtocol.SourceArguments>(({ source }) => {
      const path = source?.path ?? refuse("the source has no path");
      // Only what the program consists of: an editor has no reason to read other files by way of its debugger.
      const file = core.session.files().find((name) => pathOf(core.target, name) === path);
      const content = file === undefined ? null : core.session.sourceText(file);
      return content === null ? refuse(`${path} is not a file of the program`) : { content, mimeType: "text/x-c" };
    }),
  };
}

/** Answers with the value that the input has now. */
export function setInput(core: Core, number: number, text: string): { readonly value: string } {
  core.session.setInput(number, text);
  core.moved();
  return { value: core.session.state().inputs.find((i) => i.number === number)?.value ?? text };
}

function threadName({ name, label, status, waitsFor }: ThreadView): string {
  const what = label === "" || label === name ? name : `${name} ${label}`;
  const state = status === "ready" ? "" : status === "blocked" ? waitsFor || "blocked" : status;
  return state === "" ? what : `${what} (${state})`;
}

function exceptionOf({ property, kind, message, location }: ViolationView): DebugProtocol.ExceptionInfoResponse["body"] {
  const place = location === null ? "" : ` at ${location.file}:${location.line}`;
  return {
    exceptionId: property === kind ? property : `${property}: ${kind.replaceAll("-", " ")}`,
    description: `${message}${place}`,
    breakMode: "always",
    details: { message, typeName: kind },
  };
}
