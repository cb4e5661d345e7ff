// strverscmp (numbers inside names, fractions after a zero), swab (bytes in pairs) and basename (the GNU one).
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *sign(int n) { return n < 0 ? "<" : n > 0 ? ">" : "="; }

int main(void) {
  static const char *const names[] = {"", "a", "b", "file9", "file10", "file09", "file009", "file0", "file00", "file01", "file010",
                                      "file1x", "file10x", "file1", "file", "file.1", "9", "10", "0", "00", "a1b2", "a1b10", "a01b2"};
  enum { COUNT = sizeof names / sizeof *names };
  for (int i = 0; i < COUNT; i++) {
    printf("%s ", names[i]);
    for (int j = 0; j < COUNT; j++) printf("%s", sign(strverscmp(names[i], names[j])));
    printf("\n");
  }
  char moved[8] = ".......";
  swab("badcfe", moved, 4);
  printf("swab: %s\n", moved);
  swab("badcfe", moved, 5);
  printf("swab: %s\n", moved);
  swab("xy", moved, 1);
  printf("swab: %s\n", moved);
  printf("basename: %s %s [%s] %s\n", basename("/a/b/c.txt"), basename("plain"), basename("folder/"), basename("/x"));
  return 0;
}
