// What cannot be followed: thrown where the unrolled code does it, with what it is in words; steps.ts stops the thread there, visibly.

export class Unsupported {
  constructor(readonly what: string) {}
}
