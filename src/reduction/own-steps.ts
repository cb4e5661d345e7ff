// Steps that concern their own thread: those that begin and end threads (create, finish, join), and accesses to the thread's own
// locals whose address is known elsewhere (the identifiers main joins, say). Nothing is lost if they are taken as soon as they can be,
// unless another thread looks at what they touch.

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
  const { touched } = search.optionsOf(name);
  return !touched.everything && touched.liesIn(own);
}

/** What the step a thread stands at has to do with the ends of threads. */
export function roleOf(t: Thread): "finish" | "join" | null {
  const role = t.fn.threadRole;
  return role === "create" ? null : role;
}

/** Does the later step wait for the very thread that the earlier one ends? It looks at no other thread's control block. */
export const isJoinOf = (later: Event, earlier: Event): boolean => later.role === "join" && later.mayBlock && earlier.role === "finish";
