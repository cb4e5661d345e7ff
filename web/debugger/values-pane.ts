// Values: locals of the selected frame, watched expressions, shared memory, locks. In: the model. Out: an element. Values with parts open below them.
//
// What is open is remembered by the expression of the value, so that it stays open from step to step. Values that differ from those shown before are marked.

import type { FrameReference, LockView, ValueView } from "../../src/debugger/contract.ts";
import { el, laneClass } from "../dom.ts";
import type { HistoryPane } from "./history-pane.ts";
import type { DebuggerModel, Pane } from "./model.ts";
import { button, form, section } from "./ui.ts";

const watchKey = "ravel-watch";

interface Row {
  readonly value: ValueView;
  readonly frame: FrameReference;
  /** Where it is in the tree. */
  readonly path: string;
  readonly depth: number;
}

export class ValuesPane implements Pane {
  readonly element: HTMLElement;
  readonly #locals = tree("Locals");
  readonly #watched = tree("Watched expressions");
  readonly #globals = tree("Shared memory");
  readonly #locks = el("ul", { class: "locks", "aria-label": "Locks" });
  readonly #lockPart = section("Locks", this.#locks);
  readonly watchField: HTMLInputElement;
  readonly #open = new Set<string>();
  #before = new Map<string, string>();
  #now = new Map<string, string>();
  #watches: readonly string[] = JSON.parse(sessionStorage.getItem(watchKey) ?? "[]") as string[];
  /** The number of the last drawing: an earlier one that is late is dropped. */
  #drawing = 0;

  constructor(
    readonly model: DebuggerModel,
    readonly history: HistoryPane,
  ) {
    const { element, field } = form("Watch an expression", "Watch: a C expression", "Add", (text) => {
      this.#keep([...this.#watches.filter((w) => w !== text), text]);
      field.value = "";
    });
    this.watchField = field;
    const datalist = el("datalist", { id: "completions" });
    field.setAttribute("list", "completions");
    field.addEventListener("input", () => void this.#complete(field.value, datalist));
    this.element = el(
      "div",
      { class: "values" },
      section("Locals", this.#locals),
      section("Watch", this.#watched, element, datalist),
      section("Shared memory", this.#globals),
      this.#lockPart,
    );
  }

  show(): void {
    void this.#show();
  }

  async #show(): Promise<void> {
    const drawing = ++this.#drawing;
    const { frame: shown, thread, state } = this.model;
    const frame: FrameReference = { thread, level: shown?.level ?? 0 };
    const { client } = this.model;
    const [locals, globals] = await Promise.all([
      shown === undefined ? [] : client.call("variables", frame).catch(() => []),
      client.call("globals", {}).catch(() => []),
    ]);
    const watched = await Promise.all(this.#watches.map((expression) => this.#evaluate(frame, expression)));
    const rows = {
      locals: await this.#rows(locals, frame, "local"),
      watched: await this.#rows(watched, frame, "watch"),
      globals: await this.#rows(globals, frame, "global"),
    };
    if (drawing !== this.#drawing) return;
    const place = JSON.stringify([state.place, frame]);
    if (this.#now.get("") !== place) this.#before = this.#now;
    this.#now = new Map([["", place]]);
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.focus : undefined;
    this.#fill(this.#locals, rows.locals, shown === undefined ? "The thread has no frame." : "No locals here.");
    this.#fill(this.#watched, rows.watched, "");
    this.#fill(this.#globals, rows.globals, "No globals.");
    this.#locks.replaceChildren(...state.locks.map((l) => this.#lock(l)));
    this.#lockPart.hidden = state.locks.length === 0;
    if (focused !== undefined) this.element.querySelector<HTMLElement>(`[data-focus="${CSS.escape(focused)}"]`)?.focus();
  }

  async #evaluate(frame: FrameReference, expression: string): Promise<ValueView> {
    try {
      return { ...(await this.model.client.call("evaluate", { ...frame, expression })), name: expression };
    } catch (error) {
      return { name: expression, text: (error as Error).message, type: "", expression: "", children: 0, isObject: false };
    }
  }

  /** The values, each followed by its parts if it is open. */
  async #rows(values: readonly ValueView[], frame: FrameReference, path: string, depth = 1): Promise<Row[]> {
    const rows: Row[] = [];
    for (const value of values) {
      const at = `${path} ${value.name}`;
      rows.push({ value, frame, path: at, depth });
      if (value.children === 0 || !this.#open.has(at)) continue;
      const parts = await this.model.client.call("children", { ...frame, expression: value.expression }).catch(() => []);
      rows.push(...(await this.#rows(parts, frame, at, depth + 1)));
    }
    return rows;
  }

  #fill(list: HTMLElement, rows: readonly Row[], empty: string): void {
    list.replaceChildren(...rows.map((row) => this.#row(row)));
    if (rows.length === 0 && empty !== "") list.replaceChildren(el("p", { class: "faint" }, empty));
    list.setAttribute("role", rows.length === 0 ? "group" : "table");
  }

  #row({ value, frame, path, depth }: Row): HTMLElement {
    this.#now.set(path, value.text);
    const before = this.#before.get(path);
    const isChanged = before !== undefined && before !== value.text;
    const isOpen = this.#open.has(path);
    const name = el("span", { class: "value-name", role: "rowheader" });
    name.style.setProperty("--depth", String(depth - 1));
    if (value.children > 0) {
      const fold = button(isOpen ? "▾" : "▸", `${isOpen ? "Hide" : "Show"} the parts of ${value.name}`, () => this.#toggle(path), "fold");
      fold.setAttribute("aria-expanded", String(isOpen));
      fold.dataset.focus = path;
      name.append(fold);
    } else name.append(el("span", { class: "fold" }));
    name.append(value.name);
    const tools = el("span", { class: "value-tools", role: "cell" });
    if (value.isObject && value.expression !== "")
      tools.append(
        button("history", `All writes to ${value.expression}`, () => void this.history.find(frame, value.expression)),
        button("break", `Stop at writes to ${value.expression}`, () => this.#breakAt(frame, value.expression)),
      );
    if (path.startsWith("watch "))
      tools.append(button("✕", `Stop watching ${value.name}`, () => this.#keep(this.#watches.filter((w) => w !== value.name))));
    const text = el("span", { class: `value-text${isChanged ? " changed" : ""}`, role: "cell", title: value.type }, value.text);
    return el("div", { class: "value-row", role: "row" }, name, text, tools);
  }

  #lock({ name, holders, waiters }: LockView): HTMLElement {
    const names = (threads: readonly number[]): HTMLElement[] =>
      threads.map((t) => el("span", { class: `thread ${laneClass(t)}` }, `${this.model.threadView(t)?.name ?? t} `));
    const item = el("li", {}, el("code", {}, name), " ");
    if (holders.length === 0) item.append(el("span", { class: "faint" }, "free "));
    else item.append("held by ", ...names(holders));
    if (waiters.length > 0) item.append("awaited by ", ...names(waiters));
    return item;
  }

  #toggle(path: string): void {
    if (!this.#open.delete(path)) this.#open.add(path);
    this.show();
  }

  #breakAt(frame: FrameReference, expression: string): void {
    const specs = this.model.breakpoints.map((b) => b.spec);
    void this.model.setBreakpoints([...specs, { kind: "data", expression, access: "write", in: frame }]);
    this.model.say(`stops at writes to ${expression}`, false);
  }

  #keep(watches: readonly string[]): void {
    this.#watches = watches;
    sessionStorage.setItem(watchKey, JSON.stringify(watches));
    this.show();
  }

  async #complete(text: string, list: HTMLElement): Promise<void> {
    const { thread, frame } = this.model;
    const found = await this.model.client.call("completions", { thread, level: frame?.level ?? 0, text }).catch(() => []);
    list.replaceChildren(...found.slice(0, 20).map((value) => el("option", { value })));
  }
}

const tree = (label: string): HTMLElement => el("div", { class: "value-list", role: "group", "aria-label": label });
