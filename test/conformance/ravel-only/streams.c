// inputs: 1 0
// expect: 3
// inputs: 2 1
// expect: no file
// inputs: 3 0
// expect: 3
// inputs: 4
// expect: 0
// inputs: 5 0
// expect: 3
// inputs: 6 0
// expect: 1
// inputs: 7 0
// expect: 3
// ends: use-after-free
// inputs: 8 1 'a'
// expect: 97
// inputs: 9 1 'a'
// expect: 97
// inputs: 10 1 'a'
// expect: 97
// inputs: 11 1 'a'
// expect: 97
// inputs: 12 1 'a'
// expect: 97
// inputs: 13 1 'a'
// expect: 97
// inputs: 14 1 'a'
// expect: 97
// inputs: 15 1 'a'
// expect: 97
// inputs: 16 0
// expect: -1
// inputs: 17 1 'a' 1 'b' 1 10
// expect: 3 97
// inputs: 18 1 'a' 1 'b' 1 10
// expect: 3 97
// inputs: 19 1 'a' 1 'b' 1 10
// expect: 3 97
// inputs: 20 1 'a' 1 'b' 1 10
// expect: 2 97
// inputs: 21 1 'a' 1 'b' 1 10
// expect: 3 97
// inputs: 22 1 'a' 1 'b'
// expect: 2 97
// inputs: 23 1 'a' 1 'b'
// expect: 2 97
// inputs: 24 2 'a' 'b'
// expect: 2 ab
// inputs: 25 2 'a' 'b'
// expect: 2 ab
// inputs: 26 2 'a' 'b'
// expect: 2 ab
// inputs: 27 0
// expect: -1
// expect: 1
// inputs: 28 0
// expect: -1
// expect: 1
// inputs: 29 0
// expect: -1
// expect: 1
// inputs: 30 0
// expect: -1
// expect: 0
// inputs: 31 0
// expect: -1
// expect: 0
// inputs: 32 1
// expect: -1
// inputs: 33 1
// expect: -1
// inputs: 34 1
// expect: -1
// inputs: 35 12
// expect: 12
// inputs: 36 12
// expect: 12
// inputs: 37 12
// expect: 12
// inputs: 38 12 1
// expect: 0
// expect: -1
// inputs: 39 12
// expect: different
// Streams: whether a file can be opened, every byte of it and where it ends are inputs.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern FILE *fopen64(const char *, const char *);
extern int _IO_getc(FILE *), __uflow(FILE *), _IO_feof(FILE *), _IO_ferror(FILE *);
extern char *gets(char *), *__fgets_chk(char *, size_t, int, FILE *);
extern ssize_t __getdelim(char **, size_t *, int, FILE *);
extern size_t __fread_chk(void *, size_t, size_t, size_t, FILE *);
extern int fseeko64(FILE *, long long, int);
extern long long ftello64(FILE *);

static char text[16];

static void show(long result) { printf("%ld%s%s\n", result, *text ? " " : "", text); }

/* A line without its newline, and whether there was one. */
static void show_line(const char *line) {
  if (line) printf("%d %d\n", (int)strlen(line), line[0]);
  else puts("no line");
}

int main(void) {
  char *line = NULL;
  size_t room = 0;
  fpos_t place;
  switch (__VERIFIER_nondet_int()) {
    case 1: {
      FILE *file = fopen("f", "r");
      show(fileno(file));
      fclose(file);
      break;
    }
    case 2: if (!fopen("f", "r")) puts("no file"); break;
    case 3: {
      FILE *file = fopen64("f", "r");
      show(fileno(file));
      fclose(file);
      break;
    }
    case 4: {
      FILE *file = fdopen(0, "r");
      show(fileno(file));
      fclose(file);
      break;
    }
    case 5: {
      FILE *file = tmpfile();
      show(fileno(file));
      fclose(file);
      break;
    }
    case 6: show(freopen("f", "r", stdin) == stdin); break;
    case 7: {
      FILE *file = fopen("f", "r");
      show(fileno(file));
      fclose(file);
      getc(file);
      break;
    }
    case 8: show(fgetc(stdin)); break;
    case 9: show(getc(stdin)); break;
    case 10: show(getchar()); break;
    case 11: show(fgetc_unlocked(stdin)); break;
    case 12: show(getc_unlocked(stdin)); break;
    case 13: show(getchar_unlocked()); break;
    case 14: show(_IO_getc(stdin)); break;
    case 15: show(__uflow(stdin)); break;
    case 16: show(getchar()); break;
    case 17: show_line(fgets(text, sizeof text, stdin)); break;
    case 18: show_line(fgets_unlocked(text, sizeof text, stdin)); break;
    case 19: show_line(__fgets_chk(text, sizeof text, sizeof text, stdin)); break;
    case 20: show_line(gets(text)); break;
    case 21: {
      getline(&line, &room, stdin);
      show_line(line);
      break;
    }
    case 22: {
      getdelim(&line, &room, 'b', stdin);
      show_line(line);
      break;
    }
    case 23: {
      __getdelim(&line, &room, 'b', stdin);
      show_line(line);
      break;
    }
    case 24: show((long)fread(text, 1, 4, stdin)); break;
    case 25: show((long)fread_unlocked(text, 1, 4, stdin)); break;
    case 26: show((long)__fread_chk(text, sizeof text, 1, 4, stdin)); break;
    case 27: {
      show(getchar());
      show(feof(stdin));
      break;
    }
    case 28: {
      show(getchar());
      show(feof_unlocked(stdin));
      break;
    }
    case 29: {
      show(getchar());
      show(_IO_feof(stdin));
      break;
    }
    case 30: {
      show(getchar());
      rewind(stdin);
      show(feof(stdin));
      break;
    }
    case 31: {
      show(getchar());
      clearerr_unlocked(stdin);
      show(feof(stdin));
      break;
    }
    case 32: show(fseek(stdin, 0, SEEK_SET)); break;
    case 33: show(fseeko(stdin, 0, SEEK_SET)); break;
    case 34: show(fseeko64(stdin, 0, SEEK_SET)); break;
    case 35: show(ftell(stdin)); break;
    case 36: show(ftello(stdin)); break;
    case 37: show((long)ftello64(stdin)); break;
    case 38: {
      memset(&place, 1, sizeof place);
      show(fgetpos(stdin, &place));
      show(fsetpos(stdin, &place));
      break;
    }
    case 39: {
      fpos_t other;
      memset(&place, 0, sizeof place);
      memset(&other, 0, sizeof other);
      fgetpos(stdin, &place);
      puts(memcmp(&place, &other, sizeof place) ? "different" : "equal");
      break;
    }
  }
  free(line);
  return 0;
}
