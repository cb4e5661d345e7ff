// sigaction, the signal set functions, blocking by pthread_sigmask: a blocked signal is pending and delivered when unblocked; a
// signal sent to a thread by pthread_kill is handled there; sigwait takes a pending one.
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static volatile sig_atomic_t count;
static pthread_t handled_by;

static void note(int number) {
  (void)number;
  count++;
  handled_by = pthread_self();
}

static void *to_itself(void *arg) {
  printf("kill %d\n", pthread_kill(pthread_self(), SIGUSR1));
  printf("handled in this thread %d\n", !!pthread_equal(handled_by, pthread_self()));
  return arg;
}

int main(void) {
  struct sigaction action, old;
  sigset_t set, before, pending;
  memset(&action, 0, sizeof action);
  action.sa_handler = note;
  sigemptyset(&action.sa_mask);
  printf("sigaction %d\n", sigaction(SIGUSR1, &action, &old));
  printf("default before %d\n", old.sa_handler == SIG_DFL);
  printf("ask only %d", sigaction(SIGUSR1, NULL, &old));
  printf(", ours %d\n", old.sa_handler == note);

  sigfillset(&set);
  printf("sets: %d", sigemptyset(&set));
  printf(" %d", sigismember(&set, SIGUSR1));
  sigaddset(&set, SIGUSR1);
  printf(" %d %d", sigismember(&set, SIGUSR1), sigismember(&set, SIGUSR2));
  sigfillset(&before);
  sigdelset(&before, SIGUSR2);
  printf(" %d %d\n", sigismember(&before, SIGUSR1), sigismember(&before, SIGUSR2));

  printf("block %d", pthread_sigmask(SIG_BLOCK, &set, &before));
  printf(", was blocked %d\n", sigismember(&before, SIGUSR1));
  raise(SIGUSR1);
  printf("count while blocked %d", (int)count);
  sigpending(&pending);
  printf(", pending %d\n", sigismember(&pending, SIGUSR1));
  printf("unblock %d", pthread_sigmask(SIG_UNBLOCK, &set, NULL));
  printf(", count %d\n", (int)count);

  pthread_t t;
  pthread_create(&t, NULL, to_itself, NULL);
  pthread_join(t, NULL);
  printf("count %d\n", (int)count);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  raise(SIGUSR1);
  int taken = 0;
  printf("sigwait %d", sigwait(&set, &taken));
  printf(", took it %d, count %d\n", taken == SIGUSR1, (int)count);
  return 0;
}
