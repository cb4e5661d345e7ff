// What orders a step: the arrows that end and begin at it, in words. In: a time line. Out: sentences, each with the step at the other end.

import type { Arrow, Timeline, TimelineStep } from "../src/reports/html/model.ts";

export interface Relation {
  readonly text: string;
  /** Index of the step at the other end. */
  readonly other: number;
  readonly arrow: Arrow;
}

export class Relations {
  readonly #into = new Map<number, Arrow[]>();
  readonly #outOf = new Map<number, Arrow[]>();

  constructor(readonly timeline: Timeline) {
    const add = (map: Map<number, Arrow[]>, at: number, arrow: Arrow): void => {
      const list = map.get(at);
      if (list === undefined) map.set(at, [arrow]);
      else list.push(arrow);
    };
    for (const arrow of timeline.arrows) {
      add(this.#into, arrow.to, arrow);
      add(this.#outOf, arrow.from, arrow);
    }
  }

  into(step: number): Relation[] {
    return (this.#into.get(step) ?? []).map((arrow) => ({ arrow, other: arrow.from, text: this.#textInto(arrow) }));
  }

  outOf(step: number): Relation[] {
    return (this.#outOf.get(step) ?? []).map((arrow) => ({ arrow, other: arrow.to, text: this.#textOutOf(arrow) }));
  }

  #textInto({ from, kind, object }: Arrow): string {
    const who = this.#who(from);
    switch (kind) {
      case "create":
        return `started by ${who}`;
      case "join":
        return `waited for the end of ${who}`;
      case "lock":
        return `takes ${object} after ${who}`;
      case "signal":
        return `woken by ${who}`;
      case "reads-from":
        return `${object} was written by ${who}`;
      case "race":
        return `not ordered after ${who}`;
      case "held":
        return `${object} was taken by ${who}`;
      case "freed":
        return `${object} was freed by ${who}`;
    }
  }

  #textOutOf({ to, kind, object }: Arrow): string {
    const who = this.#who(to);
    switch (kind) {
      case "create":
        return `starts ${who}`;
      case "join":
        return `joined by ${who}`;
      case "lock":
        return `${object} is taken next by ${who}`;
      case "signal":
        return `wakes ${who}`;
      case "reads-from":
        return `${object} is read by ${who}`;
      case "race":
        return `not ordered before ${who}`;
      case "held":
        return `${object} is waited for by ${who}`;
      case "freed":
        return `${object} is used after this by ${who}`;
    }
  }

  #who(at: number): string {
    const step = this.timeline.steps[at] as TimelineStep;
    const name = this.timeline.lanes[step.lane]?.name ?? "";
    return step.number > 0 ? `${name} (step ${step.number})` : name;
  }
}
