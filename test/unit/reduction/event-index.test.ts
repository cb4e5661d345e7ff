// The index finds the events that an event may conflict with: none is missed (compared with a scan of all events), and in a long run not
// every event is examined.

import { expect, test } from "vitest";
import { DepthFirst } from "../../../src/engines/search/depth-first.ts";
import { Footprint } from "../../../src/execution/footprint.ts";
import { EventIndex } from "../../../src/reduction/event-index.ts";
import type { Event } from "../../../src/reduction/search.ts";
import { sourceSets } from "../../../src/reduction/source-sets.ts";
import { Rng } from "../../../src/support/rng.ts";
import { type Shape, ShapeFile } from "../../verdicts/shapes.ts";

const rng = new Rng(11);
const regions = [0x1000, 2 ** 40, 2 ** 40 + 2 ** 33]; // the last two share their buckets

function randomEvent(index: number): Event {
  const footprint = new Footprint();
  footprint.everything = rng.below(40) === 0;
  for (let n = 1 + rng.below(3); n > 0; n--)
    footprint.add((regions[rng.below(3)] as number) + rng.below(64), 1 + rng.below(rng.below(20) === 0 ? 1000 : 8), rng.below(2) === 0);
  const slot = rng.below(4);
  const clock = Array.from({ length: 4 }, () => rng.below(index + 1) - 1);
  return {
    index,
    slot,
    thread: `${slot}`,
    footprint,
    clock,
    decisions: [],
    alternatives: 1,
    created: [],
    mayBlock: false,
    plain: false,
    races: [],
    threads: 4,
    hidden: rng.below(6) === 0,
  };
}

test("misses no event while events are added and removed", () => {
  const index = new EventIndex();
  let found = 0;
  let wrong = 0;
  for (let move = 0; move < 3000; move++) {
    if (index.events.length > 0 && rng.below(5) < 2) {
      index.pop();
      continue;
    }
    const event = randomEvent(index.events.length);
    const { footprint, clock } = event;
    const seen = new Set<Event>();
    for (let e = index.latest(event, footprint, event.index, clock); e !== null; e = index.latest(event, footprint, e.index, clock))
      seen.add(e);
    const order = [...seen].map((e) => e.index);
    expect(order).toEqual(order.toSorted((a, b) => b - a));
    for (const e of index.events) {
      const isUnordered = e.thread !== event.thread && e.index > (event.clock[e.slot] ?? -1) && !e.hidden;
      if (isUnordered ? e.footprint.conflicts(event.footprint) && !seen.has(e) : seen.has(e)) wrong++;
    }
    found += seen.size;
    index.push(event);
  }
  expect(wrong).toBe(0);
  expect(found).toBeGreaterThan(1000);
});

const long: Shape = { name: "long", threads: ["for (int i = 0; i < 300; i++) x++;", "for (int i = 0; i < 300; i++) x++;"] };
const file = new ShapeFile([long]);

test("does not scan a long run at every step", async () => {
  const search = new DepthFirst(await file.task("long", ["assert"], { maxRuns: 1 }), sourceSets);
  const { conflict } = search;
  let asked = 0;
  Object.assign(search, {
    conflict: (a: Footprint, b: Footprint): boolean => {
      asked++;
      return conflict(a, b);
    },
  });
  await search.run();
  expect(search.steps).toBeGreaterThan(600);
  expect(asked).toBeLessThan(4 * search.steps);
});
