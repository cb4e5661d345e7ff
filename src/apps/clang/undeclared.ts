// Declares library functions that are called without a declaration. In: clang's messages about a compilation. Out: the missing declarations, as a
// prelude of the text.
//
// gcc knows the types of its built-in functions. Clang, which must not treat them as built-in here, would assume `int f()` and truncate pointers.

const functions = [
  ...[
    "void *malloc(S)",
    "void *calloc(S, S)",
    "void *realloc(void *, S)",
    "void free(void *)",
    "void *alloca(S)",
    "void *aligned_alloc(S, S)",
  ],
  ...["void exit(int)", "void _exit(int)", "void abort(void)"],
  ...["void *memcpy(void *, const void *, S)", "void *memmove(void *, const void *, S)", "void *memset(void *, int, S)"],
  ...[
    "int memcmp(const void *, const void *, S)",
    "void *memchr(const void *, int, S)",
    "void bcopy(const void *, void *, S)",
    "void bzero(void *, S)",
  ],
  ...["char *strcpy(char *, const char *)", "char *strncpy(char *, const char *, S)", "char *stpcpy(char *, const char *)"],
  ...[
    "char *strcat(char *, const char *)",
    "char *strncat(char *, const char *, S)",
    "S strlen(const char *)",
    "S strnlen(const char *, S)",
  ],
  ...[
    "int strcmp(const char *, const char *)",
    "int strncmp(const char *, const char *, S)",
    "char *strdup(const char *)",
    "char *strndup(const char *, S)",
  ],
  ...["int strcasecmp(const char *, const char *)", "int strncasecmp(const char *, const char *, S)"],
  ...[
    "char *strchr(const char *, int)",
    "char *strrchr(const char *, int)",
    "char *index(const char *, int)",
    "char *rindex(const char *, int)",
  ],
  ...["char *strstr(const char *, const char *)", "char *strpbrk(const char *, const char *)"],
  ...["S strspn(const char *, const char *)", "S strcspn(const char *, const char *)"],
  ...["int printf(const char *, ...)", "int sprintf(char *, const char *, ...)", "int snprintf(char *, S, const char *, ...)"],
  ...["int scanf(const char *, ...)", "int sscanf(const char *, const char *, ...)", "int puts(const char *)", "int putchar(int)"],
  ...[
    "int abs(int)",
    "long labs(long)",
    "long long llabs(long long)",
    "double ldexp(double, int)",
    "double frexp(double, int *)",
    "double modf(double, double *)",
  ],
  ..."acos acosh asin asinh atan atanh cbrt ceil cos cosh erf exp exp2 expm1 fabs floor lgamma log log10 log1p log2 nearbyint rint round sin sinh sqrt tan tanh tgamma trunc"
    .split(" ")
    .map((name) => `double ${name}(double)`),
  ..."atan2 copysign fdim fmax fmin fmod hypot pow remainder".split(" ").map((name) => `double ${name}(double, double)`),
];

const declarations = new Map(functions.map((text) => [/(\w+)\(/.exec(text)?.[1] as string, text.replace(/\bS\b/g, "__SIZE_TYPE__")]));

/** The options with which clang warns about undeclared functions. */
export const warnUndeclared = ["-Wimplicit-function-declaration", "-Wno-error=implicit-function-declaration"];

const message = /(?:call to undeclared(?: library)? function|implicit(?:ly)? declar\w+(?: of)?(?: library)? function) '(\w+)'/g;

/** The declarations, in one line, of the library functions that are undeclared according to clang's messages; "" if there are none. */
export function missingDeclarations(stderr: string): string {
  const names = new Set([...stderr.matchAll(message)].map((m) => m[1] as string));
  return [...names].flatMap((name) => (declarations.has(name) ? [`${declarations.get(name)};`] : [])).join(" ");
}
