/* A plain mutex is not recursive. */
#include "tinycthread.h"

int main(void) {
  mtx_t lock;
  mtx_init(&lock, mtx_plain);
  mtx_lock(&lock);
  mtx_lock(&lock);
  return 0;
}
