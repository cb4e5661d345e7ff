#ifndef _UNISTD_H
#define _UNISTD_H

#include <features.h>
#include <sys/types.h>
#define __need_size_t
#define __need_NULL
#include <stddef.h>

typedef __INTPTR_TYPE__ intptr_t;
typedef __socklen_t socklen_t;

#define _POSIX_VERSION 200809L
#define _POSIX_THREADS 200809L
#define _POSIX_BARRIERS 200809L
#define _POSIX_SPIN_LOCKS 200809L
#define _POSIX_READER_WRITER_LOCKS 200809L
#define _POSIX_SEMAPHORES 200809L
#define _POSIX_TIMEOUTS 200809L
#define _POSIX_TIMERS 200809L
#define _POSIX_MONOTONIC_CLOCK 0
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define F_OK 0
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2

/* As in glibc these are enumerators and macros of the same name; only the numbers matter here. */
#define _SC_ARG_MAX 0
#define _SC_CHILD_MAX 1
#define _SC_CLK_TCK 2
#define _SC_OPEN_MAX 4
#define _SC_PAGESIZE 30
#define _SC_PAGE_SIZE 30
#define _SC_SEM_VALUE_MAX 33
#define _SC_THREADS 67
#define _SC_THREAD_KEYS_MAX 74
#define _SC_THREAD_STACK_MIN 75
#define _SC_THREAD_THREADS_MAX 76
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
#define _SC_PHYS_PAGES 85
#define _SC_AVPHYS_PAGES 86
#define _SC_HOST_NAME_MAX 180
#define _SC_LEVEL1_DCACHE_LINESIZE 190

ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
ssize_t pread(int, void *, size_t, off_t);
ssize_t pwrite(int, const void *, size_t, off_t);
int close(int);
off_t lseek(int, off_t, int);
int dup(int);
int dup2(int, int);
int fsync(int);
int fdatasync(int);
int ftruncate(int, off_t);
int truncate(const char *, off_t);
int access(const char *, int);
int unlink(const char *);
int rmdir(const char *);
int isatty(int);
int pipe(int[2]);
#ifdef __USE_GNU
int pipe2(int[2], int);
#endif
char *getcwd(char *, size_t);
int chdir(const char *);
int gethostname(char *, size_t);

unsigned sleep(unsigned);
int usleep(useconds_t);
int pause(void);
unsigned alarm(unsigned);
void _exit(int) __attribute__((__noreturn__));
long sysconf(int);
int getpagesize(void);
pid_t getpid(void);
pid_t getppid(void);
uid_t getuid(void);
uid_t geteuid(void);
gid_t getgid(void);
gid_t getegid(void);
pid_t fork(void);
pid_t vfork(void);
int execv(const char *, char *const[]);
int execvp(const char *, char *const[]);
int execve(const char *, char *const[], char *const[]);
int execl(const char *, const char *, ...);
int execlp(const char *, const char *, ...);

extern char *optarg;
extern int optind, opterr, optopt;
int getopt(int, char *const[], const char *);

#ifdef __USE_MISC
long syscall(long, ...);
void swab(const void *__restrict, void *__restrict, ssize_t);
#endif
#ifdef __USE_GNU
extern char **environ;
pid_t gettid(void);
#endif

#endif
