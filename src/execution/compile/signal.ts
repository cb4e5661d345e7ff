// The signals that generated code returns to the machine.

export enum Signal {
  Continue = 0, // another frame is current now
  Yield = 1, // at a step that has not been granted
  Blocked = 2, // a blocking condition is false
  AssumeBlocked = 3, // an assumption is false
  Finished = 4, // the thread has ended
  Fuel = 5, // the operations of one step are used up
  Ended = 6, // the process has ended
  Enabled = 7, // (probing) the section has reached its end
}
