// The counters that searches share, for progress, results and tests.

import { newTally } from "../tally.ts";

export abstract class CountedSearch {
  protected tally = newTally();

  get runs(): number {
    return this.tally.runs;
  }

  get asleep(): number {
    return this.tally.asleep;
  }

  get parked(): number {
    return this.tally.parked;
  }

  get steps(): number {
    return this.tally.steps;
  }
}
