// Keys of the debugger, which work wherever the focus is except in fields. In: the parts of the page. Out: a listener, and the help that lists the keys.

import { el } from "../dom.ts";
import { keyHelp } from "../timeline-keys.ts";
import type { AskPane } from "./ask-pane.ts";
import type { DebuggerModel } from "./model.ts";
import type { SourcePane } from "./source-pane.ts";
import type { TimelinePane } from "./timeline-pane.ts";
import type { ValuesPane } from "./values-pane.ts";

export interface Parts {
  readonly model: DebuggerModel;
  readonly source: SourcePane;
  readonly timeline: TimelinePane;
  readonly values: ValuesPane;
  readonly ask: AskPane;
  /** Opens one of the tabs by its name, and puts the focus there. */
  openTab(name: string): void;
}

interface Key {
  readonly keys: readonly string[];
  readonly what: string;
  act(parts: Parts, key: string): void;
}

const keys: readonly Key[] = [
  { keys: ["s"], what: "step: to the next line", act: ({ model }) => void model.step("line", false) },
  { keys: ["o"], what: "step over calls", act: ({ model }) => void model.step("over", false) },
  { keys: ["u"], what: "step out of the function", act: ({ model }) => void model.step("out", false) },
  { keys: ["v"], what: "one operation that other threads can see", act: ({ model }) => void model.step("visible", false) },
  { keys: ["S"], what: "back by a line", act: ({ model }) => void model.step("line", true) },
  { keys: ["O"], what: "back over calls", act: ({ model }) => void model.step("over", true) },
  { keys: ["U"], what: "back to the call of the function", act: ({ model }) => void model.step("out", true) },
  { keys: ["V"], what: "back by one visible operation", act: ({ model }) => void model.step("visible", true) },
  { keys: ["c"], what: "continue", act: ({ model }) => void model.move("continue", {}) },
  { keys: ["C"], what: "continue backwards", act: ({ model }) => void model.move("reverseContinue", {}) },
  { keys: ["r"], what: "run to the line of the cursor", act: runToCursor },
  { keys: ["b"], what: "set or remove a breakpoint at the cursor", act: toggleBreakpoint },
  { keys: ["t", "T"], what: "select the next, the previous thread", act: ({ model }, key) => selectThread(model, key === "t" ? 1 : -1) },
  { keys: ["[", "]"], what: "select the calling, the called function", act: ({ model }, key) => selectFrame(model, key === "[" ? 1 : -1) },
  { keys: ["l"], what: "go to the source", act: ({ source }) => source.focus() },
  { keys: ["g"], what: "go to the time line", act: ({ timeline }) => timeline.focus() },
  { keys: ["w"], what: "watch an expression", act: ({ values }) => values.watchField.focus() },
  { keys: ["a"], what: "ask a question", act: ({ openTab }) => openTab("Ask") },
  { keys: ["f"], what: "go to the forks", act: ({ openTab }) => openTab("Forks") },
  { keys: ["p"], what: "go to the breakpoints", act: ({ openTab }) => openTab("Breakpoints") },
  { keys: ["i"], what: "go to inputs and output", act: ({ openTab }) => openTab("Inputs") },
  { keys: ["h"], what: "find the writes to an object", act: ({ openTab }) => openTab("History") },
];

export function listenToKeys(parts: Parts, help: HTMLDialogElement): AbortController {
  const listening = new AbortController();
  const listen = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
    if (isField(event.target)) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    if (event.key === "?") help.showModal();
    else {
      const key = keys.find((k) => k.keys.includes(event.key));
      if (key === undefined) return;
      key.act(parts, event.key);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  // Before the time line sees it, which has keys of its own.
  document.addEventListener("keydown", listen, { capture: true, signal: listening.signal });
  return listening;
}

/** The source cannot be edited: keys work there. */
const isField = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

export function helpDialog(): HTMLDialogElement {
  const row = (key: string, what: string): HTMLElement[] => [el("dt", {}, key), el("dd", {}, what)];
  const own = [...keys.flatMap((k) => row(k.keys.join(", "), k.what)), ...row("Escape", "leave a field, so that keys work again")];
  const line = keyHelp.filter(([key]) => !/^[ts],/.test(key)).flatMap(([key, what]) => row(key, what));
  const close = el("button", { type: "submit" }, "Close");
  return el(
    "dialog",
    { class: "help", "aria-labelledby": "help-title" },
    el("h2", { id: "help-title" }, "Keys"),
    el("div", { class: "help-columns" }, el("dl", {}, ...own), el("div", {}, el("h3", {}, "In the time line"), el("dl", {}, ...line))),
    el("form", { method: "dialog" }, close),
  );
}

function runToCursor({ model, source }: Parts): void {
  const { cursor } = source;
  if (cursor !== null) void model.move("runTo", cursor);
}

function toggleBreakpoint({ model, source }: Parts): void {
  const { cursor } = source;
  if (cursor !== null) void model.toggleLine(cursor.file, cursor.line);
}

function selectThread(model: DebuggerModel, by: number): void {
  const { threads } = model.state;
  const at = threads.findIndex((t) => t.index === model.thread);
  const next = threads[(at + by + threads.length) % threads.length];
  if (next !== undefined) model.select(next.index, null);
}

function selectFrame(model: DebuggerModel, by: number): void {
  const stack = model.selectedThread?.stack ?? [];
  const at = stack.findIndex((f) => f.level === model.frame?.level) + by;
  const next = stack[at];
  if (next !== undefined) model.select(model.thread, next.level);
}
