// also: unistd.c sched.c select.c stdlib.c malloc.c tcp.c wait.c
// What glibc's headers bring along besides what they are for: programs rely on it. Each file includes one header.
#include <stdio.h>

extern int of_unistd(void), of_sched(void), of_select(void), of_stdlib(void), of_malloc(void), of_tcp(void), of_wait(void);

int main(void) {
  printf("%d %d %d %d %d %d %d\n", of_unistd(), of_sched(), of_select(), of_stdlib(), of_malloc(), of_tcp(), of_wait());
  return 0;
}
