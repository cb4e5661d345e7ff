// Atomic operations as gcc takes them: those of <stdatomic.h> on objects that are not _Atomic, and the builtins on objects that are. Clang refuses both.
// In: what clang said about a compilation. Out: definitions to try again with, under which each operation sees its object with the type it wants.
// They are not the rule, since macros cost the places of their arguments.

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

/** The comma makes a value of the object, which has no qualifiers, and is not _Atomic. The header's part: headers/stdatomic.h. */
export const gccAtomics: readonly string[] = [
  "-D__RVL_PLAIN_ATOMICS",
  "-D__rvl_plain(object)=((__typeof__(((void)0, *(object))) *)(object))",
  ...builtins.map((name) => `-D${name}(object,...)=${name}(__rvl_plain(object),##__VA_ARGS__)`),
];

export function refusesAtomics(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((d) => /^address argument to atomic (operation|builtin) must be a pointer to .*invalid\)/.test(d.message));
}
