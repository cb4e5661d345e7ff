/* A deque that never held anything is empty. */
#define main their_main
#include "work-steal/work-steal.c"
#undef main

int main(void) {
  deque_t deque;
  init(&deque, 8);
  assert(take(&deque) == EMPTY);
  return 0;
}
