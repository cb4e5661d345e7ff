// The page of the time line view. In: messages with a time line and the place of the session in it. Out: the component; the row that is chosen, as a message.

import type { TimelineUpdate } from "../../../src/debugger/timeline-feed.ts";
import type { PageModel, Timeline } from "../../../src/reports/html/model.ts";
import { el } from "../../../web/dom.ts";
import { StepCard } from "../../../web/step-card.ts";
import { TimelineView } from "../../../web/timeline.ts";

/** The body of the response to `ravel/timeline`: what differs from the version that the page has. */
type Update = TimelineUpdate & { readonly place: { readonly fork: number; readonly move: number } };

declare function acquireVsCodeApi(): { postMessage(message: unknown): void };

const editor = acquireVsCodeApi();
const main = document.getElementById("timeline") as HTMLElement;
let timeline: Timeline = { lanes: [], steps: [], arrows: [] };
let moveOf: readonly number[] = [];
let version = 0;
let fork = 0;
let view: TimelineView | null = null;
/** The page is drawing: what the view selects was not chosen by the reader. */
let isDrawing = false;

function followTheme(): void {
  document.documentElement.dataset.theme = document.body.className.includes("vscode-light") ? "light" : "dark";
}

function show(update: Update): void {
  isDrawing = true;
  if (update.version !== version) draw(update);
  version = update.version;
  fork = update.place.fork;
  const row = moveOf.findLastIndex((move) => move <= update.place.move);
  if (row < 0) view?.deselect();
  else view?.select(row, false);
  isDrawing = false;
}

function draw({ lanes, files, keptSteps, keptArrows, steps, arrows, moveOf: moves }: Update): void {
  timeline = {
    lanes,
    steps: [...timeline.steps.slice(0, keptSteps), ...steps],
    arrows: [...timeline.arrows.slice(0, keptArrows), ...arrows],
  };
  moveOf = [...moveOf.slice(0, keptSteps), ...moves];
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
  const move = moveOf[step];
  if (move !== undefined) editor.postMessage({ fork, move });
}

new MutationObserver(followTheme).observe(document.body, { attributes: true, attributeFilter: ["class"] });
followTheme();
window.addEventListener("message", (event: MessageEvent<Update>) => show(event.data));
editor.postMessage("ready");
