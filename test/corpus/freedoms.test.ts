// No freedom of the environment hides a violation: the programs of the collection whose violations need one, and some that wait. A failure means
// that an engine treats what the environment may do as what it always does. All programs: npm run corpus:freedoms.

import { expect, test } from "vitest";
import { readCollection } from "./collection.ts";
import { checkFreedom, freedomsMet } from "./freedom-check.ts";

const slice = readCollection().programs.filter(
  (p) =>
    p.tier === "small" &&
    (Object.values(p.violations).some((v) => v.needs !== undefined) ||
      /unsafe\/(c11-condition-lost|cv-|nested-monitor|join-of-a-waiter|futex-never-woken)/.test(p.name)),
);

test.each(slice)("$name", async (program) => {
  const met = await freedomsMet(program);
  expect(met).not.toEqual([]);
  for (const freedom of met) {
    const { contradictions, notFound } = await checkFreedom(program, freedom, { samples: 60, runs: 300 });
    expect({ contradictions, notFound }).toEqual({ contradictions: [], notFound: [] });
  }
});
