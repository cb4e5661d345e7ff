/* Two threads push, one of them pops: nothing is lost, nothing comes twice. */
#include <assert.h>
#include <ck_stack.h>
#include <pthread.h>
#include <stdlib.h>

static ck_stack_t stack = CK_STACK_INITIALIZER;
static ck_stack_entry_t entries[2];

static void *pusher(void *unused) {
  ck_stack_push_upmc(&stack, &entries[1]);
  return unused;
}

int main(void) {
  pthread_t thread;
  int seen[2] = {0, 0};
  pthread_create(&thread, NULL, pusher, NULL);
  ck_stack_push_upmc(&stack, &entries[0]);
  ck_stack_entry_t *entry = ck_stack_pop_upmc(&stack);
  assert(entry != NULL);
  seen[entry - entries]++;
  pthread_join(thread, NULL);
  while ((entry = ck_stack_pop_upmc(&stack)) != NULL) seen[entry - entries]++;
  assert(seen[0] == 1 && seen[1] == 1);
  return 0;
}
