// Answers to questions are those of all interleavings: a slice of `npm run fuzz -- ask` with fixed seeds. A disagreement names the program, the place and the question.

import { expect, test } from "vitest";
import { runAskCampaign } from "./campaign.ts";
import { runInputCampaign, runNastyCampaign } from "./inputs.ts";
import { runRunCampaign } from "./run-questions.ts";

test("questions about 8 generated programs are answered as every interleaving answers them", async () => {
  const settings = { sizes: { fewest: 0.7, most: 2 }, maxMoves: 20_000, questionsPerProgram: 3 };
  const { compared, yes, no, tooLarge, disagreements } = await runAskCampaign(2000, 8, settings);
  expect(disagreements).toEqual([]);
  expect([compared, tooLarge, yes > 2, no > 5]).toEqual([23, 1, true, true]);
});

test("why, without switch and least change are answered as every interleaving answers them", async () => {
  const { answers, tooLarge, disagreements } = await runRunCampaign(1, 12, { fewest: 0.7, most: 2 }, 20_000);
  expect(disagreements).toEqual([]);
  expect(tooLarge).toBeLessThan(12);
  for (const kind of ["least change yes", "least change no", "without switch no", "why no"])
    expect([kind, answers.has(kind)]).toEqual([kind, true]);
});

test("for all inputs at once, at least what single values show is found", async () => {
  const generated = await runInputCampaign(2000, 4, { fewest: 0.7, most: 2 }, 4);
  const nasty = await runNastyCampaign(1, 1);
  expect([...generated.disagreements, ...nasty.disagreements]).toEqual([]);
  expect([generated.yes + nasty.yes > 5, generated.no + nasty.no > 20]).toEqual([true, true]);
});
