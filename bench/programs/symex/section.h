/* Sections that run as one step. */
#ifndef SECTION_H
#define SECTION_H

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);

#define BEGIN __VERIFIER_atomic_begin()
#define END __VERIFIER_atomic_end()
/* First in a section: it is not entered before the condition holds. */
#define WAIT_UNTIL(condition) __VERIFIER_assume(condition)

#endif
