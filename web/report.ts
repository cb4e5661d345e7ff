// The script of the HTML report. In: the page and the data in it. Out: the page with tabs for its violations, a workbench in each, and a choice of light or dark.
// The violation and step that are shown are in the address, so that a link leads to them.

import type { PageModel } from "../src/reports/html/model.ts";
import { el } from "./dom.ts";
import { themeSwitch } from "./theme.ts";
import { Workbench } from "./workbench.ts";

const panels = [...document.querySelectorAll<HTMLElement>(".violation")];
const page = JSON.parse(document.getElementById("ravel-model")?.textContent ?? "") as PageModel;
const benches = new Map<number, Workbench>();
const tabs: HTMLButtonElement[] = [];

/** Shows a panel. Its workbench is made on first use. */
function open(run: number, step: number | null): void {
  const panel = panels[run];
  if (panel === undefined) return;
  panels.forEach((p, i) => {
    p.hidden = i !== run;
  });
  tabs.forEach((tab, i) => {
    tab.setAttribute("aria-selected", String(i === run));
    tab.tabIndex = i === run ? 0 : -1;
  });
  let bench = benches.get(run);
  if (bench === undefined) {
    bench = new Workbench(page, run, (at) => note(run, at));
    benches.set(run, bench);
    panel.querySelector(".workbench")?.append(bench.element);
    bench.view.select(step ?? bench.failure);
  } else if (step !== null) bench.view.select(step);
  bench.view.refresh();
}

/** Keeps what is shown in the address. A row without a number is `.0`: an address that names the panel would make the browser scroll there, past the headline. */
function note(run: number, step: number): void {
  const { number } = page.runs[run]?.steps[step] ?? { number: 0 };
  const place = `#violation-${run + 1}.${number}`;
  if (location.hash === place) return;
  try {
    history.replaceState(null, "", place);
  } catch {
    // a page inside another has no address of its own
  }
}

/** What the address names: a violation, and possibly a step by its number. */
function goToAddress(): void {
  const [, run = "1", number] = /^#violation-(\d+)(?:\.(\d+))?$/.exec(location.hash) ?? [];
  const at = Number(run) - 1;
  const step = number === undefined || number === "0" ? -1 : (page.runs[at]?.steps.findIndex((s) => s.number === Number(number)) ?? -1);
  open(panels[at] === undefined ? 0 : at, step < 0 ? null : step);
}

function makeTabs(): void {
  const list = el("div", { class: "tabs", role: "tablist", "aria-label": "Violations" });
  panels.forEach((panel, i) => {
    const { property = "", place = "", target = "" } = panel.dataset;
    const tab = el(
      "button",
      { type: "button", role: "tab", id: `tab-${i + 1}`, "aria-controls": panel.id },
      el("strong", {}, target === "" ? property : `${target}: ${property}`),
      ` ${place}`,
    );
    tab.addEventListener("click", () => open(i, null));
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    tabs.push(tab);
    list.append(tab);
  });
  list.addEventListener("keydown", (event) => {
    const now = tabs.indexOf(document.activeElement as HTMLButtonElement);
    const next = event.key === "ArrowRight" ? now + 1 : event.key === "ArrowLeft" ? now - 1 : now;
    if (next === now || now < 0) return;
    const at = (next + tabs.length) % tabs.length;
    open(at, null);
    tabs[at]?.focus();
  });
  panels[0]?.before(list);
}

document.querySelector("header.top")?.append(themeSwitch());
if (panels.length > 1) makeTabs();
if (panels.length > 0) {
  goToAddress();
  window.addEventListener("hashchange", goToAddress);
  // Links to steps, in the words above the time line.
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>("a[data-step]") : null;
    const panel = link?.closest<HTMLElement>(".violation");
    const bench = benches.get(Number(panel?.dataset.run ?? -1));
    if (link === null || bench === undefined) return;
    event.preventDefault();
    bench.view.select(bench.indexOf(Number(link.dataset.step)));
    bench.view.focus();
  });
}
