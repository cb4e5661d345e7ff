// All steps as one plain table, for readers who want neither lanes nor scrolling. It is made when it is opened: a long run has thousands of rows.

import type { PageModel, Timeline } from "../src/reports/html/model.ts";
import { el } from "./dom.ts";
import type { Relations } from "./relations.ts";

export function stepTable(page: PageModel, timeline: Timeline, relations: Relations): HTMLDetailsElement {
  const details = el("details", { class: "all-steps" }, el("summary", {}, `All steps as a table (${timeline.steps.length} rows)`));
  details.addEventListener("toggle", () => {
    if (details.open && details.childElementCount === 1) details.append(tableOf(page, timeline, relations));
  });
  return details;
}

function tableOf({ files }: PageModel, { steps, lanes }: Timeline, relations: Relations): HTMLTableElement {
  const rows = steps.map((s, at) =>
    el(
      "tr",
      s.failure === "" ? {} : { class: "failing" },
      el("td", {}, s.number > 0 ? String(s.number) : ""),
      el("td", {}, lanes[s.lane]?.name ?? ""),
      el("td", {}, s.file < 0 ? "" : `${files[s.file]?.name}:${s.line}`),
      el("td", {}, el("code", {}, s.text)),
      el("td", {}, [...s.facts, ...(s.failure === "" ? [] : [`✗ ${s.failure}`])].join("; ")),
      el(
        "td",
        {},
        relations
          .into(at)
          .map((r) => r.text)
          .join("; "),
      ),
    ),
  );
  const titles = ["Step", "Thread", "Place", "Statement", "What it did", "After"];
  const head = el("thead", {}, el("tr", {}, ...titles.map((t) => el("th", { scope: "col" }, t))));
  return el("table", {}, el("caption", {}, "The steps of the run, in their order"), head, el("tbody", {}, ...rows));
}
