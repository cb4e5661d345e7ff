// also: other.c
// races: 2
// A static function that keeps its argument has a harmless namesake in the file that calls; a thread-local variable is only handed to
// another thread by the other file. Both are races.
#include <pthread.h>

_Thread_local int per_thread;
void share(int *p), share_thread_local(void);
void *start(void *argument), *touch(void *argument);
static void keep(int *p) { *p = 0; }

int main(void) {
  int x;
  pthread_t t, u;
  keep(&x);
  share(&x);
  share_thread_local();
  pthread_create(&t, 0, start, 0);
  pthread_create(&u, 0, touch, 0);
  x = 1;
  per_thread = 1;
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
