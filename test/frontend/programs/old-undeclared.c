// Nothing is declared: library functions and functions of the program are called before anything is known about them, also
// those whose result is a pointer or a double, which gcc knows and the program relies on.
struct item { struct item *next; int value; };

main() {
  char buffer[40];
  char *copy = malloc(20);
  struct item *list = 0, *p;
  int i;
  strcpy(copy, "undeclared");
  memset(buffer, 0, sizeof buffer);
  memcpy(buffer, copy, strlen(copy));
  strcat(buffer, "!");
  printf("%s %d %c\n", buffer, (int)strlen(buffer), *strchr(buffer, 'c'));
  for (i = 0; i < 4; i++) {
    p = calloc(1, sizeof *p);
    p->value = square(i) + abs(-i);
    p->next = list;
    list = p;
  }
  for (p = list; p; p = p->next) printf("%d ", p->value);
  while (list) {
    p = list->next;
    free(list);
    list = p;
  }
  copy = realloc(copy, 40);
  sprintf(copy + 10, " %5.2f %d", sqrt(2.0) + fabs(-1.5), strcmp("a", "a"));
  puts(copy);
  free(copy);
  helper("later", 3);
  exit(3);
}

square(x) { return x * x; }

helper(text, n) char *text; {
  while (n-- > 0) putchar(text[n]);
  putchar('\n');
}

