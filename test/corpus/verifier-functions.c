/* Linked to programs of the collection for a replay under gdb: functions of verification tasks, which an ordinary program defines itself. The script
 * answers their calls; they do not run. */
#define WEAK __attribute__((weak))

WEAK void __VERIFIER_assume(int condition) { (void)condition; }
WEAK void __VERIFIER_atomic_begin(void) {}
WEAK void __VERIFIER_atomic_end(void) {}
WEAK void __VERIFIER_error(void) {}
WEAK void reach_error(void) {}
WEAK _Bool __VERIFIER_nondet_bool(void) { return 0; }
WEAK unsigned char __VERIFIER_nondet_uchar(void) { return 0; }
WEAK short __VERIFIER_nondet_short(void) { return 0; }
WEAK int __VERIFIER_nondet_int(void) { return 0; }
WEAK unsigned __VERIFIER_nondet_uint(void) { return 0; }
