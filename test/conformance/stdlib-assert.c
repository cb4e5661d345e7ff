// assert of something true does nothing but evaluate it; with NDEBUG it does not even do that; static_assert.
#include <assert.h>
#include <stdio.h>

static int evaluated;

static int yes(void) {
  evaluated++;
  return 1;
}

static_assert(sizeof(int) == 4, "int has four bytes");

int main(void) {
  assert(yes());
  assert(yes() && "a reason");
  printf("evaluated %d\n", evaluated);
#define NDEBUG
#include <assert.h>
  assert(!yes());
  printf("evaluated %d\n", evaluated);
#undef NDEBUG
#include <assert.h>
  assert(yes() == 1);
  printf("evaluated %d\n", evaluated);
  return 0;
}
