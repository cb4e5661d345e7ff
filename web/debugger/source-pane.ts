// The source with the current line of every thread, and breakpoints in the margin. In: the model. Out: an element; clicks and keys set breakpoints and run to a line.

import { cpp } from "@codemirror/lang-cpp";
import { syntaxHighlighting } from "@codemirror/language";
import { EditorState, type Extension, RangeSet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, drawSelection, EditorView, GutterMarker, gutter, lineNumbers, WidgetType } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import { el, laneClass } from "../dom.ts";
import type { DebuggerModel, Pane } from "./model.ts";

interface ThreadHere {
  readonly index: number;
  readonly name: string;
  readonly isSelected: boolean;
}

/** What is marked in the file that is shown, by line. */
interface Marks {
  readonly threads: ReadonlyMap<number, readonly ThreadHere[]>;
  readonly breakpoints: ReadonlyMap<number, string>;
}

const setMarks = StateEffect.define<Marks>();

class ThreadNames extends WidgetType {
  constructor(readonly threads: readonly ThreadHere[]) {
    super();
  }

  override eq(other: ThreadNames): boolean {
    return JSON.stringify(other.threads) === JSON.stringify(this.threads);
  }

  toDOM(): HTMLElement {
    return el("span", { class: "here-list" }, ...this.threads.map((t) => el("span", { class: `here ${laneClass(t.index)}` }, t.name)));
  }
}

class BreakpointMark extends GutterMarker {
  constructor(readonly problem: string) {
    super();
  }

  override eq(other: BreakpointMark): boolean {
    return other.problem === this.problem;
  }

  override toDOM(): HTMLElement {
    return el("span", { class: `breakpoint${this.problem === "" ? "" : " refused"}`, title: this.problem }, "●");
  }
}

const lineMarks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(known, transaction) {
    const effect = transaction.effects.find((e) => e.is(setMarks));
    if (effect === undefined) return known;
    const { doc } = transaction.state;
    const ranges = [...effect.value.threads].flatMap(([line, threads]) => {
      if (line < 1 || line > doc.lines) return [];
      const { from, to } = doc.line(line);
      const [first] = threads;
      const chosen = threads.find((t) => t.isSelected) ?? first;
      const name = `current ${laneClass(chosen?.index ?? 0)}${threads.some((t) => t.isSelected) ? " chosen" : ""}`;
      return [Decoration.line({ class: name }).range(from), Decoration.widget({ widget: new ThreadNames(threads), side: 1 }).range(to)];
    });
    return Decoration.set(ranges, true);
  },
  provide: (field) => EditorView.decorations.from(field),
});

const breakpointMarks = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(known, transaction) {
    const effect = transaction.effects.find((e) => e.is(setMarks));
    if (effect === undefined) return known;
    const { doc } = transaction.state;
    const ranges = [...effect.value.breakpoints].flatMap(([line, problem]) =>
      line < 1 || line > doc.lines ? [] : [new BreakpointMark(problem).range(doc.line(line).from)],
    );
    return RangeSet.of(ranges, true);
  },
});

export class SourcePane implements Pane {
  readonly element: HTMLElement;
  readonly #view: EditorView;
  readonly #choice: HTMLSelectElement;
  #file = 0;
  /** What was scrolled to last. */
  #shown = "";

  constructor(readonly model: DebuggerModel) {
    const { sources } = model.opening;
    this.#choice = el("select", { "aria-label": "File" }, ...sources.map((f, i) => el("option", { value: i }, f.name)));
    this.#choice.addEventListener("change", () => {
      this.#open(Number(this.#choice.value));
      this.#mark();
    });
    this.#view = new EditorView({ state: this.#stateOf(0) });
    const title = sources.length > 1 ? this.#choice : el("span", {}, sources[0]?.name ?? "no source text");
    this.element = el("div", { class: "source-pane" }, el("div", { class: "source-header" }, title), this.#view.dom);
  }

  /** The line of the cursor. */
  get cursor(): { readonly file: string; readonly line: number } | null {
    const file = this.model.opening.sources[this.#file];
    return file === undefined ? null : { file: file.name, line: this.#view.state.doc.lineAt(this.#view.state.selection.main.head).number };
  }

  focus(): void {
    this.#view.focus();
  }

  show(): void {
    const { frame, thread, state } = this.model;
    const location = frame?.location ?? null;
    const at = this.model.opening.sources.findIndex((f) => f.name === location?.file);
    const key = JSON.stringify([state.place, thread, frame?.level, location]);
    const isNew = key !== this.#shown;
    this.#shown = key;
    if (isNew && at >= 0 && at !== this.#file) this.#open(at);
    this.#mark();
    if (isNew && at >= 0 && location !== null) this.#reveal(location.line);
  }

  #open(file: number): void {
    this.#file = file;
    this.#choice.value = String(file);
    this.#view.setState(this.#stateOf(file));
  }

  #reveal(line: number): void {
    const { doc } = this.#view.state;
    if (line < 1 || line > doc.lines) return;
    const { from } = doc.line(line);
    this.#view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "nearest", yMargin: 60 }) });
  }

  #mark(): void {
    const name = this.model.opening.sources[this.#file]?.name;
    const threads = new Map<number, ThreadHere[]>();
    for (const t of this.model.state.threads) {
      const isSelected = t.index === this.model.thread;
      const location = (isSelected ? this.model.frame : t.stack[0])?.location ?? null;
      if (location === null || location.file !== name) continue;
      threads.set(location.line, [...(threads.get(location.line) ?? []), { index: t.index, name: t.name, isSelected }]);
    }
    const breakpoints = new Map<number, string>();
    for (const b of this.model.breakpoints) {
      const place = b.spec.kind === "line" ? (b.location ?? b.spec) : null;
      if (place !== null && place.file === name) breakpoints.set(place.line, b.problem);
    }
    this.#view.dispatch({ effects: setMarks.of({ threads, breakpoints }) });
  }

  #stateOf(file: number): EditorState {
    const source = this.model.opening.sources[file];
    const toggle = (view: EditorView, position: number): boolean => {
      if (source !== undefined) void this.model.toggleLine(source.name, view.state.doc.lineAt(position).number);
      return true;
    };
    const margin = gutter({
      class: "breakpoints",
      markers: (view) => view.state.field(breakpointMarks),
      initialSpacer: () => new BreakpointMark(""),
      domEventHandlers: { mousedown: (view, line) => toggle(view, line.from) },
    });
    const extensions: Extension[] = [
      lineMarks,
      breakpointMarks,
      margin,
      lineNumbers({ domEventHandlers: { mousedown: (view, line) => toggle(view, line.from) } }),
      cpp(),
      syntaxHighlighting(classHighlighter),
      drawSelection(),
      EditorState.readOnly.of(true),
      styleNonce(),
      EditorView.contentAttributes.of({
        "aria-label": `Source text of ${source?.name ?? "the program"}`,
        "aria-readonly": "true",
        tabindex: "0",
      }),
    ];
    return EditorState.create({ doc: source?.text ?? "", extensions });
  }
}

/** The page's policy allows the style that CodeMirror adds by this word. */
export function styleNonce(): Extension {
  const nonce = document.querySelector<HTMLMetaElement>("meta[name=style-nonce]")?.content;
  return nonce === undefined ? [] : EditorView.cspNonce.of(nonce);
}
