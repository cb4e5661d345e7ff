// models: ilp32
// Thread-local variables: initialised ones, arrays, static ones in a function, an address handed to another thread, one that
// stays private, and one in another file's style (extern declared before its definition).
#include <pthread.h>
#include <stdio.h>

extern _Thread_local int later;
static __thread int counter = 10;
static _Thread_local char name[8] = "none";
static _Thread_local struct { int *seen; double d; } record = {0, 2.5};
static int *from_main;
static int results[3];

static int next_id(void) {
  static _Thread_local int id = 100;
  return ++id;
}

static void *work(void *argument) {
  int me = (int)(long)argument;
  for (int i = 0; i <= me; i++) counter += next_id();
  name[0] = (char)('a' + me);
  record.seen = &counter;
  later += me;
  *record.seen += (int)record.d + later;
  if (me == 0) *from_main += 1000;
  results[me] = counter + name[0] + (name[1] == 'o');
  return 0;
}

_Thread_local int later = 7;

int main(void) {
  from_main = &counter;
  pthread_t t[3];
  for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, work, (void *)i);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  for (int i = 0; i < 3; i++) printf("%d ", results[i]);
  printf("%d %s %d %d %d\n", counter, name, record.seen == 0, later, next_id());
  return 0;
}
