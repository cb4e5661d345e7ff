/* A variable-length array on main's stack is shared with the workers; its length is input.
 *
 * memory: safe, indices below n, and main joins before the array dies. assert: safe, every element is squared once.
 * race: safe, each worker has its own elements (even and odd). uninit: safe, filled before the workers start.
 * overflow: safe, values up to 3. deadlock: safe. No heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

struct job {
  int *data, length, first;
};

static void *square(void *arg) {
  struct job *j = arg;
  for (int i = j->first; i < j->length; i += 2) j->data[i] *= j->data[i];
  return NULL;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 1 && n <= 3);
  int data[n];
  for (int i = 0; i < n; i++) data[i] = i + 1;
  struct job even = {data, n, 0}, odd = {data, n, 1};
  pthread_t t1, t2;
  pthread_create(&t1, NULL, square, &even);
  pthread_create(&t2, NULL, square, &odd);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  for (int i = 0; i < n; i++) assert(data[i] == (i + 1) * (i + 1));
  return 0;
}
