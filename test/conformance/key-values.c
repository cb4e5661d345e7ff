// pthread_{key_create,setspecific,getspecific,key_delete}: a key starts null in every thread, values are per thread and per
// key, and a new key starts null even where an old one had values.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static pthread_key_t a, b;

static void *work(void *arg) {
  int fresh = pthread_getspecific(a) == NULL && pthread_getspecific(b) == NULL;
  int rc = pthread_setspecific(a, arg);
  pthread_setspecific(b, (void *)((intptr_t)arg + 1));
  pthread_setspecific(b, (void *)((intptr_t)pthread_getspecific(b) * 2));
  intptr_t sum = (intptr_t)pthread_getspecific(a) + (intptr_t)pthread_getspecific(b);
  return (void *)(fresh && rc == 0 ? sum : -1);
}

int main(void) {
  pthread_t t[3];
  printf("create %d\n", pthread_key_create(&a, NULL));
  printf("create %d\n", pthread_key_create(&b, NULL));
  printf("different %d, null %d\n", a != b, pthread_getspecific(a) == NULL);
  printf("set %d\n", pthread_setspecific(a, "main's"));
  for (intptr_t i = 0; i < 3; i++) pthread_create(&t[i], NULL, work, (void *)(10 * (i + 1)));
  for (int i = 0; i < 3; i++) {
    void *sum;
    pthread_join(t[i], &sum);
    printf("thread %d: %d\n", i, (int)(intptr_t)sum);
  }
  printf("main: %s, other key null %d\n", (char *)pthread_getspecific(a), pthread_getspecific(b) == NULL);
  printf("set null %d\n", pthread_setspecific(a, NULL));
  printf("null %d\n", pthread_getspecific(a) == NULL);

  pthread_setspecific(a, "old");
  printf("delete %d\n", pthread_key_delete(a));
  printf("create %d\n", pthread_key_create(&a, NULL));
  printf("a new key is null %d\n", pthread_getspecific(a) == NULL);
  pthread_key_t many[40];
  int ok = 0;
  for (intptr_t i = 0; i < 40; i++) ok += pthread_key_create(&many[i], NULL) == 0 && pthread_setspecific(many[i], (void *)(i + 1)) == 0;
  for (intptr_t i = 0; i < 40; i++) ok += pthread_getspecific(many[i]) == (void *)(i + 1) && pthread_key_delete(many[i]) == 0;
  printf("forty keys: %d\n", ok);
  return 0;
}
