// A budget inside another: spent with it, or earlier. Who narrows it further says when it is spent.

import { Budget } from "./budget.ts";

export class PartBudget extends Budget {
  constructor(
    readonly whole: Budget,
    megabytes = whole.megabytes,
  ) {
    super(whole.seconds, megabytes, whole.now);
  }

  override breathe(progress: () => void, work?: number): Promise<void> {
    return this.whole.breathe(progress, work);
  }

  override again(): void {
    this.whole.again();
  }

  override get spent(): boolean {
    return this.whole.spent;
  }

  override get reason(): Budget["reason"] {
    return this.whole.reason;
  }
}
