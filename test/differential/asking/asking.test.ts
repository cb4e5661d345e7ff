// Answers to questions are those of all interleavings: a slice of `npm run fuzz -- ask` with fixed seeds. A disagreement names the program, the place and the question.

import { expect, test } from "vitest";
import { runAskCampaign } from "./campaign.ts";

test("questions about 8 generated programs are answered as every interleaving answers them", async () => {
  const settings = { sizes: { fewest: 0.7, most: 2 }, maxMoves: 20_000, questionsPerProgram: 3 };
  const { compared, yes, no, tooLarge, disagreements } = await runAskCampaign(2000, 8, settings);
  expect(disagreements).toEqual([]);
  expect([compared, tooLarge, yes > 2, no > 5]).toEqual([23, 1, true, true]);
});
