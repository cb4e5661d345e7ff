// Inline assembly without an effect on values: compiler barriers, pause, nop and the fences, also in the kernel's macros.
#include <pthread.h>
#include <stdio.h>

#define barrier() __asm__ __volatile__("" : : : "memory")
#define cpu_relax() asm volatile("pause" ::: "memory")
#define smp_mb() asm volatile("mfence" ::: "memory")
#define smp_rmb() asm volatile("lfence" ::: "memory")
#define smp_wmb() asm volatile("sfence" ::: "memory")
#define OPTIMIZER_HIDE_VAR(v) __asm__("" : "=r"(v) : "0"(v))
#define USE(v) __asm__ volatile("" : : "r"(v), "m"(v))
#define TOUCH(v) __asm__ volatile("" : "+r"(v) : : "memory")
#define TOUCH_MEMORY(v) __asm__ volatile("" : "+m"(v))

static volatile int ready;
static int data;

static void *writer(void *argument) {
  data = 5;
  smp_wmb();
  smp_mb();
  __atomic_store_n(&ready, 1, __ATOMIC_SEQ_CST);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  while (!__atomic_load_n(&ready, __ATOMIC_SEQ_CST)) {
    cpu_relax();
    asm volatile("rep; nop" ::: "memory");
    asm("nop\n\tnop");
  }
  smp_rmb();
  barrier();
  int x = data;
  long long y = 1LL << 40;
  double d = 2.5;
  OPTIMIZER_HIDE_VAR(x);
  USE(x);
  TOUCH(x);
  TOUCH(y);
  TOUCH_MEMORY(d);
  TOUCH_MEMORY(x);
  asm volatile("# a comment in the assembler's output" : : "i"(4));
  pthread_join(t, 0);
  printf("%d %lld %g\n", x, y, d);
  return 0;
}
