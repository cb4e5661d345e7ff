// Signals to oneself: masks, kill, handlers for one delivery, and a jump that is checked.
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

extern sighandler_t __sysv_signal(int, sighandler_t);
extern void __longjmp_chk(struct __jmp_buf_tag *, int) __attribute__((noreturn));

static int seen;
static void count(int number) { seen += number == SIGUSR1 ? 1 : 10; }

int main(void) {
  sigset_t set, old;
  printf("%d\n", __sysv_signal(SIGUSR1, count) == SIG_DFL);
  raise(SIGUSR1);
  printf("%d %d\n", seen, signal(SIGUSR1, count) == SIG_DFL);
  kill(getpid(), SIGUSR1);
  printf("%d\n", seen);
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigprocmask(SIG_BLOCK, &set, &old);
  raise(SIGUSR1);
  printf("%d\n", seen);
  sigprocmask(SIG_SETMASK, &old, NULL);
  printf("%d %d\n", seen, sigismember(&old, SIGUSR1));
  printf("%d %d\n", siginterrupt(SIGUSR1, 1), siginterrupt(-1, 1));
  jmp_buf place;
  if (setjmp(place)) puts("jumped");
  else __longjmp_chk(place, 1);
  return 0;
}
