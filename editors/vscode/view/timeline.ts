// The page of the time line view. In: messages with a time line and the place of the session in it. Out: the component; the row that is chosen, as a message.

import type { PageModel, Timeline } from "../../../src/reports/html/model.ts";
import { el } from "../../../web/dom.ts";
import { StepCard } from "../../../web/step-card.ts";
import { TimelineView } from "../../../web/timeline.ts";

/** The body of the response to `ravel/timeline`. */
interface Shown {
  readonly timeline: Timeline;
  readonly files: readonly string[];
  readonly moveOf: readonly number[];
  readonly place: { readonly fork: number; readonly move: number };
}

declare function acquireVsCodeApi(): { postMessage(message: unknown): void };

const editor = acquireVsCodeApi();
const main = document.getElementById("timeline") as HTMLElement;
/** The text of the time line that is shown, and its view. */
let drawn = "";
let view: TimelineView | null = null;
let isDrawing = false;
let present: Shown | null = null;

function followTheme(): void {
  document.documentElement.dataset.theme = document.body.className.includes("vscode-light") ? "light" : "dark";
}

function show(shown: Shown): void {
  present = shown;
  isDrawing = true;
  const text = JSON.stringify(shown.timeline);
  if (text !== drawn) draw(shown);
  drawn = text;
  const row = shown.moveOf.findLastIndex((move) => move <= shown.place.move);
  if (row >= 0) view?.select(row, false);
  isDrawing = false;
}

function draw({ timeline, files }: Shown): void {
  if (timeline.steps.length === 0) {
    view = null;
    main.replaceChildren(el("p", { class: "faint" }, "No step has been taken yet."));
    return;
  }
  const page: PageModel = { files: files.map((name) => ({ name, excerpts: [] })), runs: [timeline] };
  const made = new TimelineView(timeline, {
    shown: (step, isChosen) => {
      if (step >= 0) card.show(step);
      if (isChosen && !isDrawing) choose(step);
    },
  });
  const card = new StepCard(page, timeline, made.relations, (step) => made.select(step));
  view = made;
  main.replaceChildren(made.element, card.element);
  made.refresh();
}

function choose(step: number): void {
  const move = present?.moveOf[step];
  if (move !== undefined) editor.postMessage({ fork: present?.place.fork, move });
}

new MutationObserver(followTheme).observe(document.body, { attributes: true, attributeFilter: ["class"] });
followTheme();
window.addEventListener("message", (event: MessageEvent<Shown>) => show(event.data));
editor.postMessage("ready");
