/* Two threads have a reference each; the thread that drops the last one frees the text. */
#define main their_main
#include "refcnt/main.c"
#undef main

static void *use(void *argument) {
  char *text = refcnt_ref(argument);
  assert(text[0] == 'a');
  refcnt_unref(text);
  refcnt_unref(argument);
  return NULL;
}

int main(void) {
  pthread_t thread;
  char *text = refcnt_strdup("a");
  pthread_create(&thread, NULL, use, refcnt_ref(text));
  use(text);
  pthread_join(thread, NULL);
  return 0;
}
