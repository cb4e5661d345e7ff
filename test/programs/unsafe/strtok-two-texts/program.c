/* Two threads split a text each. strtok keeps the place where it continues in one variable of the whole process.
 *
 * assert: unsafe. The first thread's second call continues in the other thread's text, or finds that at its end.
 * race: unsafe. The variable is written by both without order, and so are the texts once they are mixed up.
 * memory: safe, the place is in one of the two texts, which outlive the threads. Nothing blocks, no heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static void *split(void *arg) {
  char *first = strtok(arg, " ");
  char *second = strtok(NULL, " ");
  assert(first && second && first[0] == second[0]);
  return NULL;
}

static char left[] = "a a", right[] = "b b";

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, split, left);
  pthread_create(&t2, NULL, split, right);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
