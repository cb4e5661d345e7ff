// A program with a variable of every kind, for tests of expressions and of values.

export const program = `#include <pthread.h>
#include <assert.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdbool.h>
#include <semaphore.h>
#include <stdatomic.h>
enum color { RED, GREEN = 5 };
enum { LIMIT = 10 };
enum rights { READ = 1, WRITE = 2, EXEC = 4 };
union either { int i; char c[4]; } both = {1};
struct { union { int inner; float other; }; } u = {{7}};
enum rights flags = READ | EXEC;
extern int __VERIFIER_nondet_int(void);
typedef struct node { int v; struct node *next; unsigned f:3; int g:5; } node;
static int next_id(void) { static int counter; return ++counter; }
static int add(const node *n, char c) { return n->v + c; }
int (*fp)(const node *, char) = add;
struct pair { int a, b; };
struct big { long a[5]; };
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
sem_t sem;
static _Thread_local int tls = 42;
static _Thread_local int tarr[3] = {1, 2, 3};
node *list;
int table[6] = {1, 0, 0, 0, 0, 2};
int big[1000];
int rows[2][3] = {{1, 2, 3}, {4, 5, 6}};
char text[20] = "hi\\n\\"there\\"";
const char *msg = "hello";
unsigned char uc = 200;
double d = 1.5;
float fl = 0.1f;
__int128 wide = -5;
void *dead;
pthread_mutex_t free_one = PTHREAD_MUTEX_INITIALIZER;
static int locked(void) { pthread_mutex_lock(&free_one); int r = big[0]; pthread_mutex_unlock(&free_one); return r; }
static int sum(struct big b, int k) {
  int local;
  return b.a[0] + k; // byval
}
static void show_it(void) { printf("x"); }
static int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
static int loop(void) { int i = 0; while (i >= 0) i = (i + 1) % 7; return i; }
static int alloc(void) { free(malloc(3)); return 1; }
static _Atomic int shared = 12;
static int atomic_get(void) { return atomic_load(&shared); }
static int store(int *p) { return *p = 1; }
static int asks(void) { return __VERIFIER_nondet_int(); }
static int get(const int *p) { return *p; }
static void write_text(char *p) { *p = 1; }
static void *nothing(void *p) { return p; }
static int spawn(void) { pthread_t t; return pthread_create(&t, NULL, nothing, NULL); }
static jmp_buf place;
static int jump(void) { longjmp(place, 1); }
static int claim(int n) { assert(n > 0); return n; }
static int bump(void) { return ++tls; }
static void leave(void) { exit(3); }
static double half(double x) { return x / 2; }
int main(void) {
  node n = {1, 0, 2, -3};
  enum color c = GREEN;
  sem_init(&sem, 0, 3);
  struct big b = {{7}};
  sum(b, 3);
  list = malloc(sizeof *list);
  list->v = 3; list->next = malloc(sizeof *list); list->next->v = 4; list->next->next = &n;
  dead = malloc(8); free(dead);
  int *dp = dead;
  for (int i = 0; i < LIMIT; i++) { int q = i * 2; bool t = q > 3; c = t ? RED : GREEN; }
  int k = next_id() + 2, addressed = 1;
  char ch = 'a';
  int uninit[4];
  char *cp = text + 3;
  pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&m);
  int *out = &table[2];
  if (setjmp(place)) return 1;
  add(&n, ch); // here
  uninit[0] = 1; (void)uninit; (void)dp; (void)cp; (void)out; locked(); show_it(); fact(2); loop(); alloc(); half(2); atomic_get(); store(out); if (k < 0) { asks(); leave(); jump(); claim(1); bump(); get(&addressed); write_text(text); spawn(); strlen(msg); strcmp(msg, text); } pthread_mutex_lock(&other);
  return fp(&n, 3) + c + tls + tarr[0];
}
`;
