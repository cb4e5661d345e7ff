// The theorems of FUSION on a few generated programs, and the verdicts of fusion on them. `npm run fuzz -- theorems` takes 500.

import { expect, test } from "vitest";
import { runCampaign } from "./campaign.ts";

test("theorems 1 to 3 of FUSION hold on generated programs, and fusion agrees with the search", async () => {
  const { programs, wrong, undecided, unsafe, safePrefixes, several, cleared } = await runCampaign(104, 10, 300);
  expect(wrong).toEqual([]);
  expect(undecided).toBe(0);
  expect(programs).toBeGreaterThanOrEqual(8);
  expect([unsafe > 0, safePrefixes > 0, several > 0, cleared > 0]).toEqual([true, true, true, true]);
});
