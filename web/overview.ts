// The whole run in one strip: a line per lane, coloured where its thread takes steps, the failure, and the part in sight. In: a time line. Out: an
// element that scrolls the time line when it is clicked. It has one path per lane, however long the run is.

import type { Timeline } from "../src/reports/html/model.ts";
import { el, laneClass, svg } from "./dom.ts";

const maxHeight = 64;

export class Overview {
  readonly element: HTMLElement;
  readonly #window = svg("rect", { class: "window", y: 0 });

  constructor(
    readonly timeline: Timeline,
    readonly go: (step: number) => void,
  ) {
    const { steps, lanes } = timeline;
    const each = Math.min(6, maxHeight / lanes.length);
    const height = each * lanes.length;
    const picture = svg("svg", { viewBox: `0 0 ${steps.length} ${height}`, preserveAspectRatio: "none" });
    lanes.forEach((_, lane) => {
      picture.append(
        svg("path", { class: `run ${laneClass(lane)}`, d: this.#path(lane, (lane + 0.5) * each), "stroke-width": each * 0.7 }),
      );
    });
    const failures = steps.flatMap((s, i) => (s.failure === "" ? [] : [`M${i + 0.5},0V${height}`]));
    picture.append(svg("path", { class: "failures", d: failures.join("") }));
    this.#window.setAttribute("height", String(height));
    picture.append(this.#window);
    picture.style.setProperty("height", `${height}px`);
    this.element = el("div", { class: "overview", "aria-hidden": true, title: "The whole run; click to go there" }, picture);
    const goTo = (event: PointerEvent): void => {
      const { left, width } = picture.getBoundingClientRect();
      this.go(Math.floor(((event.clientX - left) / width) * steps.length));
    };
    picture.addEventListener("pointerdown", (event) => {
      picture.setPointerCapture(event.pointerId);
      goTo(event);
    });
    picture.addEventListener("pointermove", (event) => {
      if (event.buttons === 1) goTo(event);
    });
  }

  /** One piece per run of consecutive steps of the lane. */
  #path(lane: number, y: number): string {
    const { steps } = this.timeline;
    const parts: string[] = [];
    let first = -1;
    for (let at = 0; at <= steps.length; at++) {
      const isOwn = steps[at]?.lane === lane;
      if (isOwn && first < 0) first = at;
      if (!isOwn && first >= 0) {
        parts.push(`M${first},${y}H${at}`);
        first = -1;
      }
    }
    return parts.join("");
  }

  /** The steps in sight. */
  show(first: number, end: number): void {
    this.#window.setAttribute("x", String(first));
    this.#window.setAttribute("width", String(Math.max(end - first, 1)));
  }
}
