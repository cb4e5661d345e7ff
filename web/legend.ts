// What the marks, the arrows and the keys of the time line mean.

import type { ArrowKind, Mark } from "../src/reports/html/model.ts";
import { el, svg } from "./dom.ts";
import { shapeOf } from "./graph.ts";
import { keyHelp } from "./timeline-keys.ts";

const marks: readonly (readonly [Mark, string])[] = [
  ["write", "writes"],
  ["read", "reads"],
  ["lock", "locks"],
  ["unlock", "unlocks, calls"],
  ["thread", "starts or ends a thread"],
  ["free", "frees"],
  ["wait", "waits"],
];

const arrows: readonly (readonly [ArrowKind, string])[] = [
  ["reads-from", "is read by"],
  ["lock", "hands over a lock"],
  ["signal", "wakes"],
  ["create", "starts, is joined by"],
  ["race", "races with"],
];

export function legend(): HTMLElement {
  const items = [
    ...marks.map(([mark, text]) => {
      const picture = svg("svg", { width: 14, height: 14, "aria-hidden": true }, svg("g", { class: `mark ${mark}` }, shapeOf(mark, 7, 7)));
      return el("li", {}, picture, text);
    }),
    ...arrows.map(([kind, text]) => {
      const arrow = svg("path", { class: `arrow ${kind}`, d: "M1,7H17" });
      const tip = svg("path", { class: `arrow ${kind} tip`, d: "M16,3.5L22,7L16,10.5Z" });
      return el("li", {}, svg("svg", { width: 24, height: 14, "aria-hidden": true }, arrow, tip), text);
    }),
  ];
  const keys = keyHelp.flatMap(([key, text]) => [el("dt", {}, key), el("dd", {}, text)]);
  return el("details", { class: "legend" }, el("summary", {}, "Marks and keys"), el("ul", {}, ...items), el("dl", {}, ...keys));
}
