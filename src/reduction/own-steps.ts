// Steps that concern their own thread: those that begin and end threads (create, finish, join), and accesses to the thread's own
// locals whose address is known elsewhere (the identifiers main joins, say). Nothing is lost if they are taken as soon as they can be,
// unless another thread looks at what they touch.

import type { Search, ThreadName } from "./search.ts";

/** The functions of the library whose sections begin and end threads (library/thread.c, thread-join.c). */
export const threadFunctions: ReadonlySet<string> = new Set([
  "__rvl_thread_create",
  "__rvl_thread_finish",
  "__rvl_thread_join",
  "await_descendants",
]);

export function isAtOwnStep(search: Search, name: ThreadName): boolean {
  const t = search.machine.threadNamed(name);
  if (t.pendingFault !== null) return false;
  const op = search.machine.pending(t)?.op;
  if (op === "atomic-begin") return t.fn.library && threadFunctions.has(t.fn.name);
  if (op !== "load" && op !== "store") return false;
  const own = t.stack.filter((o) => !o.isPrivate);
  if (own.length === 0) return false;
  const { touched } = search.optionsOf(name);
  return !touched.everything && touched.starts.every((start) => own.some((o) => o.address <= start && start < o.address + o.size));
}
