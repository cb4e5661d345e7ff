#include <stdio.h>

int policy(int x) { return -x; }
int setting = 50;
extern int policy_alias(int) __attribute__((alias("policy")));
void hook(int n) { printf("hook %d\n", n); }
int replaceable(void) { return 2; }
int call_through(void) { return replaceable() + policy_alias(7); }
int order;
_Thread_local int per_thread = 3;
extern _Thread_local int also_per_thread __attribute__((alias("per_thread")));
int tls_value(void) { return ++also_per_thread + per_thread; }
__attribute__((constructor)) static void begin(void) { order = order * 10 + 2; }
__attribute__((constructor(300))) static void earlier(void) { order = order * 10 + 3; }
