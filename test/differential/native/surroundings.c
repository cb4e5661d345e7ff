/* Linked to a program of the corpus when it runs natively: what verification tasks expect to be there, delays around the operations of
   threads so that runs differ, output without a buffer (an abort would lose it), and its globals' values at the end, on descriptor 3. */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define WEAK __attribute__((weak))

static _Thread_local unsigned long long state;

static unsigned draw(void) {
  if (state == 0) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    state = ((unsigned long long)getpid() << 40) ^ (unsigned long long)now.tv_nsec ^ (unsigned long long)(size_t)&state;
    state |= 1;
  }
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (unsigned)(state >> 33);
}

/* Mostly short, sometimes long enough for another thread to do all its work. Sleeping must not become a place to be cancelled at. */
static void delay(void) {
  unsigned d = draw();
  int before;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  if (d % 4 == 0) usleep((d >> 8) % 300);
  else if (d % 4 == 1) sched_yield();
  pthread_setcancelstate(before, NULL);
}

struct start {
  void *(*routine)(void *);
  void *argument;
};

static void *begin(void *given) {
  struct start start = *(struct start *)given;
  free(given);
  delay();
  return start.routine(start.argument);
}

int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*routine)(void *), void *argument) {
  struct start *start = malloc(sizeof *start);
  start->routine = routine;
  start->argument = argument;
  int result = __real_pthread_create(thread, attributes, begin, start);
  delay();
  return result;
}

#define AROUND(name, type)        \
  int __real_##name(type *);      \
  int __wrap_##name(type *object) { \
    delay();                      \
    int result = __real_##name(object); \
    delay();                      \
    return result;                \
  }
AROUND(pthread_mutex_lock, pthread_mutex_t)
AROUND(pthread_mutex_unlock, pthread_mutex_t)
AROUND(pthread_cond_signal, pthread_cond_t)
AROUND(sem_wait, sem_t)
AROUND(sem_post, sem_t)

static pthread_mutex_t section = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
WEAK void __VERIFIER_atomic_begin(void) { delay(); __real_pthread_mutex_lock(&section); }
WEAK void __VERIFIER_atomic_end(void) { __real_pthread_mutex_unlock(&section); delay(); }

/* A run that breaks an assumption is no run. */
WEAK void __VERIFIER_assume(int condition) { if (!condition) _exit(99); }
WEAK void __VERIFIER_error(void) { abort(); }
WEAK void reach_error(void) { abort(); }

WEAK _Bool __VERIFIER_nondet_bool(void) { return draw() & 1; }
WEAK unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)draw(); }
WEAK char __VERIFIER_nondet_char(void) { return (char)draw(); }
WEAK short __VERIFIER_nondet_short(void) { return (short)draw(); }
WEAK int __VERIFIER_nondet_int(void) { return (int)(draw() % 16) - 4; }
WEAK unsigned __VERIFIER_nondet_uint(void) { return draw() % 16; }
WEAK unsigned long long __VERIFIER_nondet_ulonglong(void) { return draw() % 16; }

__attribute__((constructor)) static void unbuffer(void) { setvbuf(stdout, NULL, _IONBF, 0); }

/* Called for each global once everything else is over. */
void show_global(const char *name, const volatile void *bytes, unsigned long size) {
  char line[4200];
  int length = snprintf(line, 100, "%s=", name);
  for (unsigned long i = 0; i < size && length < 4190; i++)
    length += snprintf(line + length, 3, "%02x", ((const volatile unsigned char *)bytes)[i]);
  line[length++] = '\n';
  if (write(3, line, (size_t)length) < 0) return;
}
