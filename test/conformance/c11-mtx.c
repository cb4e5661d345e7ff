// mtx_{init,lock,trylock,unlock,destroy} for plain and recursive mutexes.
#include <stdio.h>
#include <threads.h>

static mtx_t plain, recursive;
static int total;

static const char *name(int rc) {
  return rc == thrd_success ? "success" : rc == thrd_busy ? "busy" : rc == thrd_error ? "error" : "other";
}

static int try_it(void *arg) {
  int rc = mtx_trylock(arg);
  if (rc == thrd_success) mtx_unlock(arg);
  return rc;
}

static const char *from_thread(mtx_t *m) {
  thrd_t t;
  int rc;
  thrd_create(&t, try_it, m);
  thrd_join(t, &rc);
  return name(rc);
}

static int count(void *arg) {
  for (int i = 0; i < 5; i++) {
    mtx_lock(&plain);
    total += *(int *)arg;
    mtx_unlock(&plain);
  }
  return 0;
}

int main(void) {
  thrd_t t[2];
  int amounts[] = {1, 100};
  printf("init %s\n", name(mtx_init(&plain, mtx_plain)));
  printf("init %s\n", name(mtx_init(&recursive, mtx_plain | mtx_recursive)));
  printf("plain: %s\n", from_thread(&plain));
  printf("lock %s\n", name(mtx_lock(&plain)));
  printf("plain: %s\n", from_thread(&plain));
  printf("unlock %s\n", name(mtx_unlock(&plain)));
  printf("try %s\n", name(mtx_trylock(&plain)));
  printf("plain: %s\n", from_thread(&plain));
  printf("unlock %s\n", name(mtx_unlock(&plain)));
  printf("lock %s\n", name(mtx_lock(&recursive)));
  printf("lock %s\n", name(mtx_lock(&recursive)));
  printf("try %s\n", name(mtx_trylock(&recursive)));
  printf("unlock %s\n", name(mtx_unlock(&recursive)));
  printf("unlock %s\n", name(mtx_unlock(&recursive)));
  printf("recursive: %s\n", from_thread(&recursive));
  printf("unlock %s\n", name(mtx_unlock(&recursive)));
  printf("recursive: %s\n", from_thread(&recursive));
  for (int i = 0; i < 2; i++) thrd_create(&t[i], count, &amounts[i]);
  for (int i = 0; i < 2; i++) thrd_join(t[i], NULL);
  printf("total %d\n", total);
  mtx_destroy(&plain);
  mtx_destroy(&recursive);
  return 0;
}
