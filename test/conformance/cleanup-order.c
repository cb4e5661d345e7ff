// pthread_cleanup_push and pop: last in, first out; pop(1) runs, pop(0) drops; pthread_exit and cancellation run what is
// pushed, through all frames; a normal return after popping runs nothing more.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t never;

static void say(void *text) { printf("  %s\n", (char *)text); }

static void inner(int how) {
  pthread_cleanup_push(say, "inner");
  if (how == 1) pthread_exit("by exit");
  if (how == 2) sem_wait(&never);
  pthread_cleanup_pop(how == 3);
}

static void *work(void *arg) {
  int how = *(int *)arg;
  pthread_cleanup_push(say, "outer");
  pthread_cleanup_push(say, "middle");
  pthread_cleanup_push(say, "dropped");
  pthread_cleanup_pop(0);
  inner(how);
  pthread_cleanup_pop(1);
  pthread_cleanup_pop(0);
  return "by return";
}

int main(void) {
  static const char *const names[] = {"return", "exit", "cancel", "return, run inner"};
  sem_init(&never, 0, 0);
  for (int how = 0; how < 4; how++) {
    pthread_t t;
    void *result;
    printf("%s\n", names[how]);
    pthread_create(&t, NULL, work, &how);
    if (how == 2) pthread_cancel(t);
    pthread_join(t, &result);
    printf("  result: %s\n", result == PTHREAD_CANCELED ? "cancelled" : (char *)result);
  }
  return 0;
}
