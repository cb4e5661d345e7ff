// Breakpoints of every kind, with conditions, hit counts, log messages and threads. In: the model. Out: an element.

import type { BreakpointSpec, BreakpointView } from "../../src/debugger/contract.ts";
import { el } from "../dom.ts";
import type { DebuggerModel, Pane } from "./model.ts";
import { button, placeText, shortPath } from "./ui.ts";

const kinds = [
  ["line", "line", "12 or file.c:12"],
  ["function", "function", "name"],
  ["write", "write to", "an object: x, a[2]"],
  ["read", "read of", "an object: x, a[2]"],
  ["lock", "lock taken", "a lock: &m"],
  ["failure", "failure", "any, race, assert …"],
] as const;

export class StopsPane implements Pane {
  readonly element: HTMLElement;
  readonly #list = el("ul", { class: "stops", "aria-label": "Breakpoints" });
  readonly #kind = el("select", { "aria-label": "Kind of breakpoint" }, ...kinds.map(([value, text]) => el("option", { value }, text)));
  readonly #what = el("input", { type: "text", "aria-label": "Where", placeholder: kinds[0][2], spellcheck: "false" });
  readonly #condition = el("input", { type: "text", "aria-label": "Condition", placeholder: "if: a C expression", spellcheck: "false" });
  readonly #hits = el("input", { type: "number", min: 1, "aria-label": "From which time on", placeholder: "from nth time" });
  readonly #log = el("input", { type: "text", "aria-label": "Log message", placeholder: "log instead: x is {x}", spellcheck: "false" });
  readonly #thread = el("select", { "aria-label": "Only of thread" });

  constructor(readonly model: DebuggerModel) {
    const more = el(
      "details",
      {},
      el("summary", {}, "Condition, count, log, thread"),
      el("div", { class: "more" }, this.#condition, this.#hits, this.#log, this.#thread),
    );
    const form = el(
      "form",
      { class: "stop-form" },
      el("div", { class: "line-form" }, this.#kind, this.#what, el("button", { type: "submit" }, "Set")),
      more,
    );
    this.#kind.addEventListener("change", () => {
      this.#what.placeholder = kinds.find(([value]) => value === this.#kind.value)?.[2] ?? "";
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const spec = this.#spec();
      if (spec !== null) void this.#add(spec);
    });
    this.element = el("div", { class: "stops-pane" }, form, this.#list);
  }

  show(): void {
    const { breakpoints, state } = this.model;
    this.#list.replaceChildren(...breakpoints.map((b, i) => this.#item(b, i)));
    const chosen = this.#thread.value;
    this.#thread.replaceChildren(
      el("option", { value: "" }, "any thread"),
      ...state.threads.map((t) => el("option", { value: t.index }, t.name)),
    );
    this.#thread.value = chosen;
  }

  #item(b: BreakpointView, at: number): HTMLElement {
    const remove = button("✕", `Remove the breakpoint ${textOf(b)}`, () => {
      void this.model.setBreakpoints(this.model.breakpoints.filter((_, i) => i !== at).map((other) => other.spec));
    });
    const isHit = this.model.state.stop.breakpoints.includes(b.number);
    const problem = b.problem === "" ? [] : [el("span", { class: "failure" }, ` ${b.problem}`)];
    return el("li", { class: isHit ? "hit" : "" }, el("span", {}, textOf(b)), ...problem, remove);
  }

  async #add(spec: BreakpointSpec): Promise<void> {
    await this.model.setBreakpoints([...this.model.breakpoints.map((b) => b.spec), spec]);
    for (const field of [this.#what, this.#condition, this.#hits, this.#log]) field.value = "";
  }

  #spec(): BreakpointSpec | null {
    const what = this.#what.value.trim();
    const { thread, frame } = this.model;
    const common = {
      ...(this.#condition.value.trim() === "" ? {} : { condition: this.#condition.value.trim() }),
      ...(this.#hits.value === "" ? {} : { hits: Number(this.#hits.value) }),
      ...(this.#log.value.trim() === "" ? {} : { log: this.#log.value.trim() }),
      ...(this.#thread.value === "" ? {} : { thread: Number(this.#thread.value) }),
    };
    const place = { in: { thread, level: frame?.level ?? 0 } };
    switch (this.#kind.value) {
      case "line": {
        const [, name = "", line = ""] = /^(?:(.*):)?(\d+)$/.exec(what) ?? [];
        const { sources } = this.model.opening;
        const file = sources.find((s) => s.name === name || shortPath(s.name) === name) ?? (name === "" ? sources[0] : undefined);
        if (line !== "" && file !== undefined) return { ...common, kind: "line", file: file.name, line: Number(line) };
        this.model.say("name a line: 12 or file.c:12", true);
        return null;
      }
      case "function":
        return { ...common, kind: "function", name: what };
      case "write":
      case "read":
        return { ...common, ...place, kind: "data", expression: what, access: this.#kind.value };
      case "lock":
        return { ...common, ...place, kind: "lock", expression: what };
      default: {
        const property = properties.find((p) => p === what) ?? "any";
        return { ...common, kind: "failure", property };
      }
    }
  }
}

const properties = ["assert", "race", "deadlock", "memory", "overflow", "leak", "uninit", "any"] as const;

function textOf({ spec, location }: BreakpointView): string {
  const where = ((): string => {
    switch (spec.kind) {
      case "line":
        return `line ${placeText(location ?? spec)}`;
      case "function":
        return `function ${spec.name}`;
      case "data":
        return `${spec.access === "both" ? "access to" : spec.access === "read" ? "read of" : "write to"} ${spec.expression}`;
      case "lock":
        return `lock ${spec.expression}`;
      case "failure":
        return spec.property === "any" ? "any failure" : `failure: ${spec.property}`;
    }
  })();
  const more = [
    spec.condition === undefined ? "" : `if ${spec.condition}`,
    spec.hits === undefined ? "" : `from time ${spec.hits} on`,
    spec.log === undefined ? "" : `logs ${spec.log}`,
    spec.thread === undefined ? "" : `thread ${spec.thread}`,
  ].filter((text) => text !== "");
  return [where, ...more].join(", ");
}
