// inputs: 1 1
// expect: -1 2
// inputs: 2 0
// expect: 3 0
// inputs: 3 0
// expect: 3 0
// inputs: 4
// expect: 3 0
// inputs: 5
// expect: 5 0
// inputs: 6
// expect: -1 9
// inputs: 7 0 2 'a' 'b'
// expect: 2 0 ab
// inputs: 8 0 2 'a' 'b'
// expect: 2 0 ab
// inputs: 9 0 2 'a' 'b'
// expect: 2 0 ab
// inputs: 10 0
// expect: 4 0
// inputs: 11 0
// expect: 4 0
// inputs: 12 1
// expect: -1 5
// inputs: 13 1
// expect: -1 5
// inputs: 14 1
// expect: -1 5
// inputs: 15 1 2 3 4 5 6 0
// expect: 3 0 bcdefg
// inputs: 16 0
// expect: 7 0
// inputs: 17 0 11
// expect: 11 0
// inputs: 18 1
// expect: -1 2
// inputs: 19 1
// expect: -1 2
// inputs: 20 1
// expect: -1 2
// inputs: 21 1
// expect: -1 2
// inputs: 22 1
// expect: -1 2
// inputs: 23 1
// expect: -1 2
// inputs: 24 1
// expect: -1 2
// inputs: 25 1
// expect: -1 2
// inputs: 26 1
// expect: -1 2
// inputs: 27 1
// expect: -1 5
// inputs: 28 0 0 0 0x81a4 0 1000 0 99
// expect: 0 100644 99 1000
// inputs: 29 0 0 0 0x81a4 0 1000 0 99
// expect: 0 100644 99 1000
// inputs: 30 0 0 0 0x81a4 0 1000 0 99
// expect: 0 100644 99 1000
// inputs: 31 0 0 0 0x81a4 0 1000 0 99
// expect: 0 100644 99 1000
// inputs: 32 0 0 0 0x81a4 0 1000 0 99
// expect: 0 100644 99 1000
// Files and descriptors: whether an operation succeeds, what is read and what a file looks like are inputs.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

extern int __VERIFIER_nondet_int(void);
extern int open64(const char *, int, ...);
extern long long lseek64(int, long long, int);
extern ssize_t __read_chk(int, void *, size_t, size_t);
extern int __xstat(int, const char *, struct stat *), __fxstat(int, int, struct stat *);

static char text[16];
static struct stat file;

static void show(long result) { printf("%ld %d%s%s\n", result, result < 0 ? errno : 0, *text ? " " : "", text); }

static void describe(long result) { printf("%ld %o %ld %d\n", result, (unsigned)file.st_mode, (long)file.st_size, (int)file.st_uid); }

int main(void) {
  switch (__VERIFIER_nondet_int()) {
    case 1: show(open("f", O_RDONLY)); break;
    case 2: show(open64("f", O_RDONLY)); break;
    case 3: show(creat("f", 0600)); break;
    case 4: show(dup(0)); break;
    case 5: show(dup2(0, 5)); break;
    case 6: show(close(9)); break;
    case 7: show(read(0, text, 4)); break;
    case 8: show(pread(0, text, 4, 7)); break;
    case 9: show(__read_chk(0, text, 4, sizeof text)); break;
    case 10: show(write(0, "abcd", 4)); break;
    case 11: show(pwrite(0, "abcd", 4, 7)); break;
    case 12: show(fsync(0)); break;
    case 13: show(fdatasync(0)); break;
    case 14: show(ftruncate(0, 1)); break;
    case 15: {
      char pattern[] = "XXXXXX";
      int descriptor = mkstemp(pattern);
      snprintf(text, sizeof text, "%s", pattern);
      show(descriptor);
      break;
    }
    case 16: show(lseek(0, 7, SEEK_SET)); break;
    case 17: show(lseek64(0, 7, SEEK_END)); break;
    case 18: show(truncate("f", 1)); break;
    case 19: show(access("f", 0)); break;
    case 20: show(unlink("f")); break;
    case 21: show(remove("f")); break;
    case 22: show(rename("f", "g")); break;
    case 23: show(mkdir("f", 0700)); break;
    case 24: show(rmdir("f")); break;
    case 25: show(chdir("f")); break;
    case 26: show(chmod("f", 0700)); break;
    case 27: show(fchmod(0, 0700)); break;
    case 28: describe(stat("f", &file)); break;
    case 29: describe(lstat("f", &file)); break;
    case 30: describe(fstat(0, &file)); break;
    case 31: describe(__xstat(1, "f", &file)); break;
    case 32: describe(__fxstat(1, 0, &file)); break;
  }
  return 0;
}
