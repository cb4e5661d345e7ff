// The time line of a session for pages, as differences: a step adds a row to thousands. In: a session, and which update a page has. Out: how much of it still holds, and the rest.

import type { Arrow, Lane, TimelineStep } from "../reports/html/model.ts";
import type { DebugSession } from "./contract.ts";

export interface TimelineUpdate {
  /** The number of this update; the page names it when it asks for the next. */
  readonly version: number;
  readonly lanes: readonly Lane[];
  readonly files: readonly string[];
  /** Rows and arrows of the page's version that still hold. */
  readonly keptSteps: number;
  readonly keptArrows: number;
  readonly steps: readonly TimelineStep[];
  readonly arrows: readonly Arrow[];
  /** Of the rows in `steps`. */
  readonly moveOf: readonly number[];
}

type Known = ReturnType<DebugSession["timeline"]>;

const nothing: Known = { timeline: { lanes: [], steps: [], arrows: [] }, files: [], moveOf: [] };

export class TimelineFeed {
  #version = 0;
  #known: Known = nothing;

  constructor(readonly session: DebugSession) {}

  /** A page that has any other version than the last gets all of it. */
  update(since: number): TimelineUpdate {
    const before = since === this.#version ? this.#known : nothing;
    const now = this.session.timeline();
    const { steps, arrows, lanes } = now.timeline;
    let keptSteps = 0;
    while (keptSteps < Math.min(steps.length, before.timeline.steps.length) && isSameRow(before, now, keptSteps)) keptSteps++;
    let keptArrows = 0;
    while (keptArrows < Math.min(arrows.length, before.timeline.arrows.length) && isSameArrow(before, now, keptArrows)) keptArrows++;
    const isUnchanged = before === this.#known && keptSteps === steps.length && keptSteps === before.timeline.steps.length;
    if (!isUnchanged) this.#version++;
    this.#known = now;
    return {
      version: this.#version,
      lanes,
      files: now.files,
      keptSteps,
      keptArrows,
      steps: steps.slice(keptSteps),
      arrows: arrows.slice(keptArrows),
      moveOf: now.moveOf.slice(keptSteps),
    };
  }
}

function isSameRow(a: Known, b: Known, at: number): boolean {
  const [one, other] = [a.timeline.steps[at], b.timeline.steps[at]];
  return a.moveOf[at] === b.moveOf[at] && (one === other || JSON.stringify(one) === JSON.stringify(other));
}

function isSameArrow(a: Known, b: Known, at: number): boolean {
  const [one, other] = [a.timeline.arrows[at], b.timeline.arrows[at]];
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
