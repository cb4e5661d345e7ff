/* main hands a thread the address of its own local and leaves by pthread_exit, "so that the thread can continue".
 *
 * memory: unsafe. pthread_exit ends main and its locals; the thread may read the setting afterwards.
 * assert: safe, as long as the setting lives it is 3. race: safe, it is written before the thread starts. Nothing blocks, no heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void *serve(void *setting) {
  assert(*(int *)setting == 3);
  return NULL;
}

int main(void) {
  int setting = 3;
  pthread_t server;
  pthread_create(&server, NULL, serve, &setting);
  pthread_exit(NULL);
}
