/* The number of workers is input; their ids and results live on the heap.
 *
 * assert: safe, the sum of 1 … n. race: safe, each worker writes its own element, main reads after the joins.
 * memory: safe, indices below n. leak: safe, both blocks freed. uninit: safe, written before read (n >= 1).
 * overflow: safe, n <= 3. deadlock: safe, joins only.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int *result;

static void *worker(void *arg) {
  int *mine = arg;
  *mine = (int)(mine - result) + 1;
  return NULL;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 1 && n <= 3);
  pthread_t *thread = malloc(n * sizeof *thread);
  result = malloc(n * sizeof *result);
  for (int i = 0; i < n; i++) pthread_create(&thread[i], NULL, worker, &result[i]);
  int sum = 0;
  for (int i = 0; i < n; i++) {
    pthread_join(thread[i], NULL);
    sum += result[i];
  }
  assert(sum == n * (n + 1) / 2);
  free(result);
  free(thread);
  return 0;
}
