/* One worker is there from the beginning; one task is enqueued. */
#include "loom.h"

static void task(void *env) { (void)env; }

int main(void) {
  loom_config config = {.ring_sz2 = 1, .init_threads = 1, .max_threads = 1};
  struct loom *pool;
  if (loom_init(&config, &pool) != LOOM_INIT_RES_OK) return 0;
  loom_enqueue(pool, &(loom_task){.task_cb = task}, 0);
  while (!loom_shutdown(pool)) {}
  loom_free(pool);
  return 0;
}
