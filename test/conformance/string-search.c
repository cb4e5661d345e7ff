// strchr, strrchr, strchrnul, strstr, strcasestr, strpbrk, strspn, strcspn, index, rindex, memchr, memrchr, rawmemchr, memmem.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char text[] = "the cat and the hat";

static void at(const char *what, const void *p) {
  printf("%s: %d\n", what, p ? (int)((const char *)p - text) : -1);
}

int main(void) {
  at("strchr a", strchr(text, 'a'));
  at("strchr z", strchr(text, 'z'));
  at("strchr null", strchr(text, '\0'));
  at("strrchr a", strrchr(text, 'a'));
  at("strrchr z", strrchr(text, 'z'));
  at("strrchr null", strrchr(text, '\0'));
  at("strchrnul z", strchrnul(text, 'z'));
  at("strchrnul c", strchrnul(text, 'c'));
  at("index h", index(text, 'h'));
  at("rindex h", rindex(text, 'h'));
  at("strstr the", strstr(text, "the"));
  at("strstr the h", strstr(text, "the h"));
  at("strstr empty", strstr(text, ""));
  at("strstr hats", strstr(text, "hats"));
  at("strcasestr AND", strcasestr(text, "AND"));
  at("strcasestr DNA", strcasestr(text, "DNA"));
  at("strpbrk", strpbrk(text, "xyzdn"));
  at("strpbrk none", strpbrk(text, "xyz"));
  printf("strspn: %d %d %d\n", (int)strspn(text, "eth"), (int)strspn(text, "x"), (int)strspn("aaa", "a"));
  printf("strcspn: %d %d %d\n", (int)strcspn(text, " "), (int)strcspn(text, "t"), (int)strcspn(text, "xyz"));
  at("memchr t", memchr(text, 't', sizeof text));
  at("memchr out of reach", memchr(text, 'c', 4));
  at("memrchr t", memrchr(text, 't', sizeof text));
  at("memrchr out of reach", memrchr(text, 'z', sizeof text));
  at("rawmemchr c", rawmemchr(text, 'c'));
  at("memmem", memmem(text, sizeof text, "hat", 4));
  at("memmem none", memmem(text, 10, "hat", 3));
  at("memmem empty", memmem(text, 5, "", 0));
  return 0;
}
