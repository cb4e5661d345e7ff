/* The owner pushes two items and takes what is left, while a thief steals once: each item comes out once. */
#define main their_main
#include "work-steal/work-steal.c"
#undef main

#ifndef ROOM
#define ROOM 2
#endif

static deque_t deque;
static work_t items[2];
static int out[2];

static void count(work_t *item) {
  if (item == EMPTY || item == ABORT) return;
  assert(item == &items[0] || item == &items[1]);
  out[item - items]++;
}

static void *thief(void *argument) { return steal(&deque); }

int main(void) {
  pthread_t other;
  void *stolen;
  init(&deque, ROOM);
  push(&deque, &items[0]);
  pthread_create(&other, NULL, thief, NULL);
  push(&deque, &items[1]);
  count(take(&deque));
  pthread_join(other, &stolen);
  count(stolen);
  count(take(&deque));
  assert(out[0] == 1 && out[1] == 1);
  return 0;
}
