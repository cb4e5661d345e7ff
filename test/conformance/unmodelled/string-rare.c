// strverscmp (numbers inside names), swab (bytes in pairs) and basename (the GNU one).
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *sign(int n) { return n < 0 ? "<" : n > 0 ? ">" : "="; }

int main(void) {
  printf("strverscmp: %s", sign(strverscmp("file9", "file10")));
  printf(" %s", sign(strverscmp("file10", "file9")));
  printf(" %s", sign(strverscmp("file9", "file9")));
  printf(" %s\n", sign(strverscmp("a", "b")));
  char moved[5] = "....";
  swab("badc", moved, 4);
  printf("swab: %s\n", moved);
  printf("basename: %s %s\n", basename("/a/b/c.txt"), basename("plain"));
  return 0;
}
