// signal and raise: the handler runs before raise returns and gets the number; signal returns the handler before; ignored signals
// do nothing; an unknown signal is refused.
#include <errno.h>
#include <signal.h>
#include <stdio.h>

static volatile sig_atomic_t last, count;

static void note(int number) {
  last = number;
  count++;
}

static void other(int number) { last = -number; }

int main(void) {
  printf("default before %d\n", signal(SIGUSR1, note) == SIG_DFL);
  printf("raise %d\n", raise(SIGUSR1));
  printf("last is it %d, count %d\n", last == SIGUSR1, (int)count);
  printf("raise %d\n", raise(SIGUSR1));
  printf("count %d\n", (int)count);
  printf("previous handler %d\n", signal(SIGUSR1, other) == note);
  raise(SIGUSR1);
  printf("other ran %d, count %d\n", last == -SIGUSR1, (int)count);
  printf("previous handler %d\n", signal(SIGUSR1, SIG_IGN) == other);
  last = 0;
  printf("raise ignored %d\n", raise(SIGUSR1));
  printf("nothing ran %d\n", last == 0);
  printf("was ignored %d\n", signal(SIGUSR1, SIG_DFL) == SIG_IGN);
  errno = 0;
  printf("unknown signal %d\n", signal(9999, note) == SIG_ERR);
  printf("errno %d\n", errno);
  printf("SIGKILL refused %d\n", signal(SIGKILL, note) == SIG_ERR);
  signal(SIGTERM, note);
  signal(SIGINT, note);
  raise(SIGTERM);
  raise(SIGINT);
  printf("last SIGINT %d, count %d\n", last == SIGINT, (int)count);
  return 0;
}
