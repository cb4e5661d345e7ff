/* The digit read from standard input selects a counter; anything that is not a digit was forgotten.
 *
 * memory: unsafe. With a letter or another character above '9' the index exceeds the table. Below '0' the character is
 *   skipped, end of file as well.
 * race: safe, the counters are atomic. assert: none. deadlock, leak, overflow, uninit: safe.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int seen[10];

static void *count_digit(void *arg) {
  int c = getchar();
  if (c < '0') return arg;
  atomic_fetch_add(&seen[c - '0'], 1);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, count_digit, NULL);
  pthread_create(&t2, NULL, count_digit, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
