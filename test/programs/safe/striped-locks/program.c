/* A hash table with one lock per bucket; the keys are input.
 *
 * assert: safe, each insertion is counted in its bucket. race: safe, a bucket is touched under its own lock.
 * memory: safe, the bucket is the key modulo 2. deadlock: safe, one lock at a time. leak: no heap. overflow: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define BUCKETS 2

extern unsigned __VERIFIER_nondet_uint(void);

static struct bucket {
  pthread_mutex_t lock;
  int used;
  unsigned last;
} bucket[BUCKETS] = {{PTHREAD_MUTEX_INITIALIZER, 0, 0}, {PTHREAD_MUTEX_INITIALIZER, 0, 0}};

static void *insert(void *arg) {
  unsigned key = __VERIFIER_nondet_uint();
  struct bucket *b = &bucket[key % BUCKETS];
  pthread_mutex_lock(&b->lock);
  b->used++;
  b->last = key;
  assert(b->last % BUCKETS == (unsigned)(b - bucket));
  pthread_mutex_unlock(&b->lock);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, insert, NULL);
  pthread_create(&t2, NULL, insert, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(bucket[0].used + bucket[1].used == 2);
  return 0;
}
