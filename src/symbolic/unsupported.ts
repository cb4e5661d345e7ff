// Thrown where the unrolled code does something unsupported; `what` describes it. `Steps.attempt` catches it: the thread fails and stops there.

export class Unsupported {
  constructor(readonly what: string) {}
}

/** A step graph is too large: there is none. */
export class TooLarge {
  constructor(readonly what: string) {}
}
