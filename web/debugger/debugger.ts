// The page of the debugger. In: a session, as a client. Out: an element with source, time line, threads, values, and tabs for the rest.

import { el } from "../dom.ts";
import { themeSwitch } from "../theme.ts";
import { AskPane } from "./ask-pane.ts";
import type { SessionClient } from "./client.ts";
import { ForksPane } from "./forks-pane.ts";
import { HistoryPane } from "./history-pane.ts";
import { InputsPane } from "./inputs-pane.ts";
import { helpDialog, listenToKeys } from "./keys.ts";
import { DebuggerModel, type Pane, stopText } from "./model.ts";
import { SourcePane } from "./source-pane.ts";
import { StopsPane } from "./stops-pane.ts";
import { Tabs } from "./tabs.ts";
import { stepKinds, ThreadsPane } from "./threads-pane.ts";
import { TimelinePane } from "./timeline-pane.ts";
import { button } from "./ui.ts";
import { ValuesPane } from "./values-pane.ts";

export interface DebuggerOptions {
  /** Further buttons of the header. */
  readonly tools: readonly HTMLElement[];
  /** Whether the place in the run is kept in the address. */
  readonly keepsAddress: boolean;
}

/** Opens the session and shows it in `root`. Returns what ends it: its keys no longer work. */
export async function startDebugger(client: SessionClient, root: HTMLElement, options: DebuggerOptions): Promise<() => void> {
  const stop = new StopLine();
  const opening = await client.call("open", {});
  const model = new DebuggerModel(client, opening, options.keepsAddress, (text, isFault) => stop.say(text, isFault));
  document.title = `${opening.title} – Ravel`;
  const help = helpDialog();
  const source = new SourcePane(model);
  const timeline = new TimelinePane(model);
  const threads = new ThreadsPane(model);
  const history = new HistoryPane(model, () => tabs.open("History"));
  const values = new ValuesPane(model, history);
  const ask = new AskPane(model);
  const [forks, stops, inputs] = [new ForksPane(model), new StopsPane(model), new InputsPane(model)];
  const tabs = new Tabs("Tools", [
    { name: "Ask", element: ask.element },
    { name: "Forks", element: forks.element },
    { name: "Breakpoints", element: stops.element },
    { name: "Inputs", element: inputs.element },
    { name: "History", element: history.element },
  ]);
  stop.follow(model);
  model.panes.push(stop, source, timeline, threads, values, ask, forks, stops, inputs, history);
  const panel = (label: string, name: string, ...content: HTMLElement[]): HTMLElement =>
    el("section", { class: `panel ${name}`, "aria-label": label }, ...content);
  root.replaceChildren(
    el(
      "header",
      { class: "top" },
      el("span", { class: "brand" }, "Ravel"),
      el("h1", { class: "files" }, opening.title),
      ...options.tools,
      button("Keys (?)", "Show the keys", () => help.showModal()),
      themeSwitch(),
    ),
    el(
      "main",
      { class: "debugger" },
      toolbar(model, source),
      panel("Where the run stands", "stop-panel", stop.element),
      el(
        "div",
        { class: "column" },
        panel("Source", "source-panel", source.element),
        panel("Time line", "timeline-panel", timeline.element),
      ),
      el(
        "div",
        { class: "column" },
        panel("Threads", "threads-panel", threads.element),
        panel("Values", "values-panel", values.element),
        panel("Tools", "tools-panel", tabs.element),
      ),
    ),
    help,
  );
  const listening = listenToKeys({ model, source, timeline, values, ask, openTab: (name) => tabs.open(name, true) }, help);
  await model.start();
  return () => listening.abort();
}

/** Moves of the selected thread and of the whole run. */
function toolbar(model: DebuggerModel, source: SourcePane): HTMLElement {
  const group = (label: string, ...buttons: HTMLElement[]): HTMLElement =>
    el(
      "div",
      { class: "group", role: "group", "aria-label": label },
      el("span", { class: "group-name", "aria-hidden": true }, label),
      ...buttons,
    );
  const step = (isBack: boolean): HTMLElement[] =>
    stepKinds.map(({ kind, text, forwards, back }) =>
      button(text, isBack ? `Back ${back}` : `Step ${forwards}`, () => void model.step(kind, isBack)),
    );
  return el(
    "div",
    { class: "toolbar", role: "toolbar", "aria-label": "Moves" },
    group(
      "Run",
      button("◂ Reverse", "Continue backwards", () => void model.move("reverseContinue", {})),
      button("Continue ▸", "Continue", () => void model.move("continue", {})),
      button("To line", "Run to the line of the cursor", () => {
        if (source.cursor !== null) void model.move("runTo", source.cursor);
      }),
    ),
    group("Back", ...step(true)),
    group("Step", ...step(false)),
  );
}

/** Why the session stands where it stands, and what failed. Screen readers hear it when it changes. */
class StopLine implements Pane {
  readonly #text = el("p", { class: "stop", role: "status", "aria-live": "polite" });
  readonly #facts = el("p", { class: "stop-facts" });
  readonly element = el("div", { class: "stop-line" }, this.#text, this.#facts);
  #model: DebuggerModel | null = null;

  follow(model: DebuggerModel): void {
    this.#model = model;
    this.#text.textContent = stopText(model.state.stop);
  }

  say(text: string, isFault: boolean): void {
    this.#text.textContent = text;
    this.#text.classList.toggle("fault", isFault);
  }

  show(): void {
    if (this.#model === null) return;
    const { place, violations, outcome, forks } = this.#model.state;
    const fork = forks.find((f) => f.id === place.fork);
    const where = `move ${place.move} of ${fork?.length ?? place.move}${forks.length > 1 ? `, ${fork?.name ?? `fork ${place.fork}`}` : ""}`;
    const said = this.#text.textContent ?? "";
    const failures = violations
      .map((v) => `${v.property}: ${v.message === "" ? v.kind.replaceAll("-", " ") : v.message}`)
      .filter((text) => text !== said);
    const end = outcome === "" || outcome === said || violations.length > 0 ? [] : [el("span", {}, ` ${outcome}`)];
    this.#facts.replaceChildren(
      el("span", { class: "faint" }, where),
      ...failures.map((text) => el("span", { class: "failure" }, ` ✗ ${text}`)),
      ...end,
    );
  }
}
