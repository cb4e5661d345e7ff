// What generated code tells the machine when it returns.

export enum Signal {
  Continue = 0, // another frame is current now
  Yield = 1, // at a step that needs the scheduler's leave
  Blocked = 2, // a blocking condition is false
  AssumeBlocked = 3, // an assumption is false
  Finished = 4, // the thread has ended
  Fuel = 5, // too many operations without a step
  Ended = 6, // the process has ended
  Enabled = 7, // (probing) nothing further can block
}
