// Macros for atomic operations that gcc accepts and clang rejects: those of <stdatomic.h> on objects that are not _Atomic, and the builtins on objects
// that are. In: clang's messages about a compilation. Out: definitions for another attempt, which cast the object to the type that the operation
// needs. They are not always used, since with macros the positions of arguments are lost.

import type { Diagnostic } from "../../support/diagnostics.ts";

const operators = ["add", "sub", "and", "or", "xor", "nand"];
const builtins = [
  ..."load_n load store_n store exchange_n exchange compare_exchange_n compare_exchange".split(" ").map((name) => `__atomic_${name}`),
  ...operators.flatMap((name) => [
    `__atomic_fetch_${name}`,
    `__atomic_${name}_fetch`,
    `__sync_fetch_and_${name}`,
    `__sync_${name}_and_fetch`,
  ]),
  ..."bool_compare_and_swap val_compare_and_swap lock_test_and_set lock_release".split(" ").map((name) => `__sync_${name}`),
];

/** The comma makes the object a value, which has no qualifiers and is not _Atomic. headers/stdatomic.h has the macros for its operations. */
export const gccAtomics: readonly string[] = [
  "-D__RVL_PLAIN_ATOMICS",
  "-D__rvl_plain(object)=((__typeof__(((void)0, *(object))) *)(object))",
  ...builtins.map((name) => `-D${name}(object,...)=${name}(__rvl_plain(object),##__VA_ARGS__)`),
];

/** Whether clang rejected an atomic operation because of the type of its object. */
export function rejectsAtomics(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((d) => /^address argument to atomic (operation|builtin) must be a pointer to .*invalid\)/.test(d.message));
}
