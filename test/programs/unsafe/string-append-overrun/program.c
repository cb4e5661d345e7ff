/* Two clients append to one heap line buffer under a lock; each checks the room in an earlier critical section.
 *
 * memory: unsafe. Both find room for five characters in the eight-byte buffer, both append: "alpha" "omega" and the
 *   terminator need eleven bytes.
 * race: safe, all under the mutex. leak: safe, freed by main. uninit: safe, the buffer starts as "". deadlock: one lock.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define ROOM 8

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *line;

static void *client(void *arg) {
  const char *word = arg;
  pthread_mutex_lock(&lock);
  int fits = strlen(line) + strlen(word) < ROOM;
  pthread_mutex_unlock(&lock);
  if (fits) {
    pthread_mutex_lock(&lock);
    strcat(line, word);
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  line = calloc(ROOM, 1);
  pthread_t t1, t2;
  pthread_create(&t1, NULL, client, "alpha");
  pthread_create(&t2, NULL, client, "omega");
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  free(line);
  return 0;
}
