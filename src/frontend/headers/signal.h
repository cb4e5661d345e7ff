#ifndef _SIGNAL_H
#define _SIGNAL_H

#include <features.h>
#include <bits/sigset.h>
#include <sys/types.h>

typedef int sig_atomic_t;
typedef void (*__sighandler_t)(int);

#define SIG_DFL ((__sighandler_t)0)
#define SIG_IGN ((__sighandler_t)1)
#define SIG_ERR ((__sighandler_t)-1)

#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGIOT 6
#define SIGBUS 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGSTKFLT 16
#define SIGCHLD 17
#define SIGCONT 18
#define SIGSTOP 19
#define SIGTSTP 20
#define SIGTTIN 21
#define SIGTTOU 22
#define SIGURG 23
#define SIGXCPU 24
#define SIGXFSZ 25
#define SIGVTALRM 26
#define SIGPROF 27
#define SIGWINCH 28
#define SIGIO 29
#define SIGPOLL 29
#define SIGPWR 30
#define SIGSYS 31
#define SIGRTMIN 34
#define SIGRTMAX 64
#define _NSIG 65
#define NSIG 65

__sighandler_t signal(int, __sighandler_t);
int raise(int);

#ifdef __USE_POSIX
#ifndef ____sigval_t_defined
#define ____sigval_t_defined 1
union sigval { int sival_int; void *sival_ptr; };
typedef union sigval __sigval_t;
#endif
typedef __sigval_t sigval_t;

#ifndef __siginfo_t_defined
#define __siginfo_t_defined 1
typedef struct {
  int si_signo, si_errno, si_code;
  union {
    struct {
      __pid_t pid;
      __uid_t uid;
      union {
        int status;
        union sigval value;
      } sent;
    } from;
    void *address;
    char size[128 - (sizeof(void *) == 8 ? 4 : 3) * sizeof(int)];
  } __fields;
} siginfo_t;
#define si_pid __fields.from.pid
#define si_uid __fields.from.uid
#define si_status __fields.from.sent.status
#define si_value __fields.from.sent.value
#define si_addr __fields.address
#endif

struct sigaction {
  union {
    __sighandler_t sa_handler;
    void (*sa_sigaction)(int, siginfo_t *, void *);
  } __sigaction_handler;
  sigset_t sa_mask;
  int sa_flags;
  void (*sa_restorer)(void);
};
#define sa_handler __sigaction_handler.sa_handler
#define sa_sigaction __sigaction_handler.sa_sigaction

#define SA_NOCLDSTOP 1
#define SA_NOCLDWAIT 2
#define SA_SIGINFO 4
#define SA_ONSTACK 0x08000000
#define SA_RESTART 0x10000000
#define SA_NODEFER 0x40000000
#define SA_RESETHAND 0x80000000
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2

int sigaction(int, const struct sigaction *__restrict, struct sigaction *__restrict);
int sigemptyset(sigset_t *);
int sigfillset(sigset_t *);
int sigaddset(sigset_t *, int);
int sigdelset(sigset_t *, int);
int sigismember(const sigset_t *, int);
int sigprocmask(int, const sigset_t *__restrict, sigset_t *__restrict);
int pthread_sigmask(int, const sigset_t *__restrict, sigset_t *__restrict);
int sigpending(sigset_t *);
int sigwait(const sigset_t *__restrict, int *__restrict);
int sigsuspend(const sigset_t *);
int kill(pid_t, int);
int siginterrupt(int, int);
int pthread_kill(unsigned long, int);
#endif

#ifdef __USE_MISC
typedef __sighandler_t sig_t;
#endif
#ifdef __USE_GNU
typedef __sighandler_t sighandler_t;
#endif

#endif
