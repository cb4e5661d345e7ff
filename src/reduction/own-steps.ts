// Own steps: steps that concern only their own thread. These are steps that begin and end threads (create, finish, join), and accesses to the
// thread's own locals whose address has escaped (such as the identifiers that main joins). No run is lost if they are executed as soon as they
// are enabled, unless another thread accesses what they touch.

import { isShared } from "../execution/memory-object.ts";
import type { Thread } from "../execution/thread.ts";
import type { Event, Search, ThreadName } from "./search.ts";

export function isAtOwnStep(search: Search, name: ThreadName): boolean {
  const t = search.machine.threadNamed(name);
  if (t.pendingFault !== null) return false;
  const op = t.pendingOperation;
  if (op === "atomic-begin") return t.fn.threadRole !== null;
  if ((op !== "load" && op !== "store") || !t.stack.some(isShared)) return false;
  const own = t.stack.filter(isShared);
  const { touched } = search.nextStepsOf(name);
  return !touched.everything && touched.liesIn(own);
}

/** Whether the thread's next step ends it, or joins another thread. */
export function roleOf(t: Thread): "finish" | "join" | null {
  const role = t.fn.threadRole;
  return role === "create" ? null : role;
}

/** Whether the later step joins the thread that the earlier one ends: a join reads no other thread's control block. */
export const isJoinOf = (later: Event, earlier: Event): boolean => later.role === "join" && later.mayBlock && earlier.role === "finish";
