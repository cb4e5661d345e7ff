// Wide strings.
#include <stdio.h>
#include <wchar.h>

int main(void) {
  wchar_t text[16], other[4];
  wcscpy(text, L"wide text");
  printf("%d", (int)wcslen(text));
  printf(" %d %d %d", wcscmp(text, L"wide") > 0, wcscmp(text, L"wine") < 0, wcscmp(L"a", L"a"));
  printf(" %d %d\n", (int)(wcschr(text, L't') - text), wcschr(text, L'z') == NULL);
  wmemcpy(other, text + 1, 3);
  other[3] = 0;
  printf("%d %d %d\n", (int)other[0], (int)other[1], (int)other[2]);
  wmemset(other, L'-', 2);
  printf("%d %d %d\n", (int)other[0], (int)other[1], (int)other[2]);
  return 0;
}
