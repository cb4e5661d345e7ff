// A thread cancelled inside its pthread_once routine leaves the once object as if never called: the next call runs the
// routine again, and from then on no thread does.
#include <pthread.h>
#include <stdio.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int attempts, cancel_first = 1;

static void routine(void) {
  attempts++;
  if (cancel_first) {
    pthread_cancel(pthread_self());
    pthread_testcancel();
    printf("not reached\n");
  }
  printf("routine completes\n");
}

static void *work(void *arg) {
  pthread_once(&once, routine);
  return arg;
}

int main(void) {
  pthread_t t;
  void *result;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, &result);
  printf("cancelled %d, attempts %d\n", result == PTHREAD_CANCELED, attempts);
  cancel_first = 0;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, &result);
  printf("cancelled %d, attempts %d\n", result == PTHREAD_CANCELED, attempts);
  printf("once more %d\n", pthread_once(&once, routine));
  printf("attempts %d\n", attempts);
  return 0;
}
