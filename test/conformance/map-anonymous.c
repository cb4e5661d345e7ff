// Anonymous memory: zero bytes in whole pages, which threads share until it is unmapped; what is refused.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

static void *fill(void *argument) {
  memset(argument, 'x', 3);
  return argument;
}

int main(void) {
  char *block = mmap(NULL, 5000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  printf("%d %d\n", block != MAP_FAILED, (uintptr_t)block % 4096 == 0);
  printf("%d %d\n", block[0], block[8191]);
  printf("%d\n", madvise(block, 5000, MADV_WILLNEED));
  pthread_t t;
  pthread_create(&t, NULL, fill, block + 5000);
  pthread_join(t, NULL);
  printf("%s\n", block + 5000);
  errno = 0;
  int result = munmap(block + 1, 4096);
  printf("%d %d\n", result, errno);
  result = munmap(block, 0);
  printf("%d %d\n", result, errno);
  printf("%d\n", munmap(block, 5000));
  errno = 0;
  printf("%d", mmap(NULL, 0, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED);
  printf(" %d\n", errno);
  int *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  *shared = 7;
  printf("%d", *shared);
  printf(" %d\n", munmap(shared, sizeof *shared));
  return 0;
}
