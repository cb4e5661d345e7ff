// Operations of <stdatomic.h> on objects that are not _Atomic: gcc takes them, clang does not. In: what clang said about a compilation. Out: the
// definition with which Ravel's header makes them fit, to try again. It is not the rule, since the macros it needs cost the places of their arguments.

import type { Diagnostic } from "../../support/diagnostics.ts";

export const plainAtomics = "-D__RVL_PLAIN_ATOMICS";

export function hasPlainAtomics(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((d) => d.message.startsWith("address argument to atomic operation must be a pointer to _Atomic type"));
}
