// Input and output system calls are cancellation points too: with a request pending, read reads and write writes nothing.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <unistd.h>

static sem_t requested;
static char buffer[8];

static void in_read(void) { if (read(0, buffer, sizeof buffer) < 0) perror("read"); }
static void in_write(void) { if (write(1, "written\n", 8) < 0) perror("write"); }

static const struct {
  const char *name;
  void (*call)(void);
} points[] = {{"read", in_read}, {"write", in_write}};

static void *work(void *arg) {
  int old, which = *(int *)arg;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  sem_wait(&requested);
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
  points[which].call();
  return NULL;
}

int main(void) {
  sem_init(&requested, 0, 0);
  for (int i = 0; i < 2; i++) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, work, &i);
    pthread_cancel(t);
    sem_post(&requested);
    pthread_join(t, &result);
    printf("%s: cancelled %d\n", points[i].name, result == PTHREAD_CANCELED);
    fflush(stdout);
  }
  return 0;
}
