/* Signals that the program sends to itself: a handler runs as an ordinary call in the thread that raises the signal, with the signal
 * blocked meanwhile; a blocked signal stays pending until it is unblocked. No signals come from outside. Handlers belong to the
 * process and are accessed in sections; masks and pending signals belong to the thread. */
#define _GNU_SOURCE
#include "internal.h"
#include <signal.h>

#define BIT(number) ((uint64_t)1 << ((number)-1))

struct action {
  void *handler; /* 0: default, 1: ignored */
  uint64_t mask;
  int flags;
};
static struct action actions[_NSIG];
static _Thread_local uint64_t blocked, pending;

static int fail(int error) {
  __rvl_set_errno(error);
  return -1;
}

static int is_signal(int number) {
  return number > 0 && number < _NSIG;
}

/* sigset_t holds the signals from bit 0 on, in words of the machine. */
static uint64_t get_set(const sigset_t *set) {
  uint64_t bits = set->__val[0];
  if (sizeof set->__val[0] == 4) bits |= (uint64_t)set->__val[1] << 32;
  return bits;
}

static void put_set(sigset_t *set, uint64_t bits) {
  set->__val[0] = (unsigned long)bits;
  if (sizeof set->__val[0] == 4) set->__val[1] = (unsigned long)(bits >> 32);
}

/* The default: most signals end the process. */
static void by_default(int number) {
  switch (number) {
    case SIGCHLD: case SIGURG: case SIGWINCH: case SIGCONT: return;
    case SIGSTOP: case SIGTSTP: case SIGTTIN: case SIGTTOU: __rvl_unsupported("a signal that stops the process");
    default: __rvl_process_end(128 + number, 1);
  }
}

static void deliver(int number);

/* abort's signal cannot be held back. */
static void deliver_abort(void) {
  blocked &= ~BIT(SIGABRT);
  deliver(SIGABRT);
}

/* Only inside a section. */
static void install(int number, struct action action) {
  actions[number] = action;
  if (number == SIGABRT) __rvl_abort_handler = deliver_abort;
}

static void deliver(int number) {
  __rvl_atomic_begin();
  struct action action = actions[number];
  if (action.flags & (int)SA_RESETHAND) actions[number].handler = NULL;
  __rvl_atomic_end();
  if (action.handler == (void *)SIG_IGN) return;
  if (!action.handler) {
    by_default(number);
    return;
  }
  uint64_t before = blocked;
  blocked |= action.mask;
  if (!(action.flags & SA_NODEFER)) blocked |= BIT(number);
  if (action.flags & SA_SIGINFO) {
    siginfo_t info = {0};
    info.si_signo = number;
    info.si_code = -6; /* sent by a thread to itself */
    ((void (*)(int, siginfo_t *, void *))action.handler)(number, &info, NULL);
  } else {
    ((void (*)(int))action.handler)(number);
  }
  blocked = before;
}

/* Delivers what is pending and no longer blocked, lowest number first. */
static void deliver_pending(void) {
  for (int number = 1; pending & ~blocked && number < _NSIG; number++)
    if (pending & ~blocked & BIT(number)) {
      pending &= ~BIT(number);
      deliver(number);
    }
}

static int send(int number) {
  if (number < 0 || number >= _NSIG) return fail(EINVAL);
  if (number == 0) return 0;
  pending |= BIT(number);
  deliver_pending();
  return 0;
}

static int change_mask(int how, const sigset_t *set, sigset_t *old) {
  uint64_t before = blocked;
  if (set) {
    uint64_t bits = get_set(set) & ~(BIT(SIGKILL) | BIT(SIGSTOP));
    switch (how) {
      case SIG_BLOCK: blocked |= bits; break;
      case SIG_UNBLOCK: blocked &= ~bits; break;
      case SIG_SETMASK: blocked = bits; break;
      default: return EINVAL;
    }
  }
  if (old) {
    for (size_t at = 0; at < sizeof old->__val / sizeof *old->__val; at++) old->__val[at] = 0;
    put_set(old, before);
  }
  deliver_pending();
  return 0;
}

/* Installs a handler in one step; it runs when the program itself raises the signal. */
__sighandler_t signal(int number, __sighandler_t handler) {
  if (!is_signal(number) || number == SIGKILL || number == SIGSTOP) {
    __rvl_set_errno(EINVAL);
    return SIG_ERR;
  }
  __rvl_atomic_begin();
  __sighandler_t old = (__sighandler_t)actions[number].handler;
  install(number, (struct action){(void *)handler, 0, SA_RESTART});
  __rvl_atomic_end();
  return old;
}

/* As signal, for one delivery. */
__sighandler_t __sysv_signal(int number, __sighandler_t handler) {
  if (!is_signal(number) || number == SIGKILL || number == SIGSTOP) {
    __rvl_set_errno(EINVAL);
    return SIG_ERR;
  }
  __rvl_atomic_begin();
  __sighandler_t old = (__sighandler_t)actions[number].handler;
  install(number, (struct action){(void *)handler, 0, (int)SA_RESETHAND | SA_NODEFER});
  __rvl_atomic_end();
  return old;
}

/* Installs a handler in one step, with its mask and SA_SIGINFO, SA_NODEFER, SA_RESETHAND; it runs when the program raises the signal. */
int sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict old) {
  if (!is_signal(number) || (action && (number == SIGKILL || number == SIGSTOP))) return fail(EINVAL);
  struct action next = {0};
  if (action) next = (struct action){(void *)action->sa_handler, get_set(&action->sa_mask), action->sa_flags};
  __rvl_atomic_begin();
  struct action before = actions[number];
  if (action) install(number, next);
  __rvl_atomic_end();
  if (old) {
    old->sa_handler = (__sighandler_t)before.handler;
    for (size_t at = 0; at < sizeof old->sa_mask.__val / sizeof *old->sa_mask.__val; at++) old->sa_mask.__val[at] = 0;
    put_set(&old->sa_mask, before.mask);
    old->sa_flags = before.flags;
  }
  return 0;
}

/* No effect: calls are not interrupted. */
int siginterrupt(int number, int interrupt) {
  (void)interrupt;
  return is_signal(number) ? 0 : fail(EINVAL);
}

/* Ordinary writes. */
int sigemptyset(sigset_t *set) {
  for (size_t at = 0; at < sizeof set->__val / sizeof *set->__val; at++) set->__val[at] = 0;
  return 0;
}

/* Ordinary writes. */
int sigfillset(sigset_t *set) {
  for (size_t at = 0; at < sizeof set->__val / sizeof *set->__val; at++) set->__val[at] = ~0ul;
  return 0;
}

/* Ordinary accesses. */
int sigaddset(sigset_t *set, int number) {
  if (!is_signal(number)) return fail(EINVAL);
  put_set(set, get_set(set) | BIT(number));
  return 0;
}

/* Ordinary accesses. */
int sigdelset(sigset_t *set, int number) {
  if (!is_signal(number)) return fail(EINVAL);
  put_set(set, get_set(set) & ~BIT(number));
  return 0;
}

/* Ordinary reads. */
int sigismember(const sigset_t *set, int number) {
  if (!is_signal(number)) return fail(EINVAL);
  return (get_set(set) & BIT(number)) != 0;
}

/* The thread's own mask; signals that become unblocked are delivered here. */
int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
  int error = change_mask(how, set, old);
  return error ? fail(error) : 0;
}

/* As sigprocmask, returning the error. */
int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
  return change_mask(how, set, old);
}

/* What this thread has raised while it was blocked. */
int sigpending(sigset_t *set) {
  for (size_t at = 0; at < sizeof set->__val / sizeof *set->__val; at++) set->__val[at] = 0;
  put_set(set, pending);
  return 0;
}

/* Takes a signal that this thread has raised and blocked; waiting for others is not modelled. */
int sigwait(const sigset_t *restrict set, int *restrict number) {
  uint64_t ready = get_set(set) & pending;
  for (int candidate = 1; candidate < _NSIG; candidate++)
    if (ready & BIT(candidate)) {
      pending &= ~BIT(candidate);
      *number = candidate;
      return 0;
    }
  __rvl_unsupported("sigwait for a signal from outside");
}

/* Not modelled. */
int sigsuspend(const sigset_t *set) {
  (void)set;
  __rvl_unsupported("sigsuspend");
}

/* Not modelled. */
int pause(void) {
  __rvl_unsupported("pause");
}

/* Not modelled. */
unsigned alarm(unsigned seconds) {
  if (seconds == 0) return 0;
  __rvl_unsupported("alarm");
}

/* The handler runs here and now; without one the process ends (or nothing happens, for signals that are ignored). */
int raise(int number) {
  return number == 0 ? 0 : send(number);
}

/* To the own process as raise; to others it is not modelled. */
int kill(pid_t process, int number) {
  if (process != RVL_PROCESS_ID && process != 0) __rvl_unsupported("kill of another process");
  if (is_signal(number) && blocked & BIT(number)) __rvl_unsupported("kill with a signal that the calling thread blocks");
  return send(number);
}
