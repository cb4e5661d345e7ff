/* A pool that is destroyed without ever having had work. */
#include "thpool.h"

int main(void) {
  threadpool pool = thpool_init(1);
  thpool_destroy(pool);
  return 0;
}
