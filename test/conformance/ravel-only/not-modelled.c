// inputs: 0
// ends: RVL203 system
// inputs: 1
// ends: RVL203 popen
// inputs: 2
// ends: RVL203 pclose
// inputs: 3
// ends: RVL203 fork
// inputs: 4
// ends: RVL203 vfork
// inputs: 5
// ends: RVL203 execv
// inputs: 6
// ends: RVL203 execvp
// inputs: 7
// ends: RVL203 execve
// inputs: 8
// ends: RVL203 execl
// inputs: 9
// ends: RVL203 execlp
// inputs: 10
// ends: RVL203 wait
// inputs: 11
// ends: RVL203 waitpid
// inputs: 12
// ends: RVL203 sigsuspend
// inputs: 13
// ends: RVL203 pause
// inputs: 14
// ends: RVL203 alarm
// inputs: 15
// ends: RVL203 syscall
// inputs: 16
// expect: nothing
// What would need another process, a signal from outside or the kernel's help ends the run with a diagnostic that names it.
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  char name[] = "true", *arguments[] = {name, NULL};
  sigset_t none;
  switch (__VERIFIER_nondet_int()) {
    case 0: return system(name);
    case 1: return popen(name, "r") == NULL;
    case 2: return pclose(stdin);
    case 3: return fork();
    case 4: return vfork();
    case 5: return execv(name, arguments);
    case 6: return execvp(name, arguments);
    case 7: return execve(name, arguments, arguments + 1);
    case 8: return execl(name, name, (char *)NULL);
    case 9: return execlp(name, name, (char *)NULL);
    case 10: return wait(NULL);
    case 11: return waitpid(1, NULL, 0);
    case 12: return sigemptyset(&none) || sigsuspend(&none);
    case 13: return pause();
    case 14: return (int)alarm(1);
    case 15: return (int)syscall(-1);
  }
  puts("nothing");
  return 0;
}
