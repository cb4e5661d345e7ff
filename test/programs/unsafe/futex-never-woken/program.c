/* A futex by its number: a thread waits at a word that no thread changes, and no thread wakes it.
 *
 * deadlock: the waiter sleeps forever, and main waits for it. Nothing else can go wrong: the word is only compared. */
#include <pthread.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static int word;

static void *waiter(void *arg) {
  syscall(SYS_futex, &word, 0, 0, NULL, NULL, 0);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, NULL);
  pthread_join(thread, NULL);
  return 0;
}
