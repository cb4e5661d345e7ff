// Options of a command line of the program's own making.
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
  char name[] = "program", a[] = "-a", b[] = "-bvalue", bad[] = "-z", rest[] = "rest";
  char *first[] = {name, a, b, bad, rest, NULL};
  int option;
  opterr = 0;
  while ((option = getopt(5, first, "ab:")) != -1) printf("%c %s\n", option, option == 'b' ? optarg : "");
  printf("%s\n", first[optind]);
  char longer[] = "--level=3", flag[] = "--quiet";
  char *second[] = {name, longer, flag, NULL};
  int quiet = 0;
  struct option options[] = {{"level", required_argument, NULL, 'l'}, {"quiet", no_argument, &quiet, 1}, {NULL, 0, NULL, 0}};
  optind = 0;
  while ((option = getopt_long(3, second, "l:", options, NULL)) != -1) printf("%d %s\n", option, option == 'l' ? optarg : "");
  printf("%d\n", quiet);
  return 0;
}
