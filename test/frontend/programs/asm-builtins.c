// models: lp64
// The processor's hints, fences and counter as builtins of the compiler: pause and the fences have no effect on values.
#include <pthread.h>
#include <stdio.h>

static int ready, data;

static void *writer(void *argument) {
  data = 5;
  __builtin_ia32_sfence();
  __builtin_ia32_mfence();
  __atomic_store_n(&ready, 1, __ATOMIC_RELAXED);
  return argument;
}

int main(void) {
  pthread_t t;
  unsigned long long before = __builtin_ia32_rdtsc();
  pthread_create(&t, 0, writer, 0);
  while (!__atomic_load_n(&ready, __ATOMIC_RELAXED)) __builtin_ia32_pause();
  __builtin_ia32_mfence();
  __builtin_ia32_lfence();
  int seen = data;
  pthread_join(t, 0);
  printf("%d %d\n", seen, before == before);
  return 0;
}
