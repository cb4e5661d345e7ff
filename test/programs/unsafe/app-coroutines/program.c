/*
 * Coroutines on threads: a scanner, a parser and a printer hand control to each other; exactly one of them runs at a
 * time, and values travel with the baton.
 *
 * deadlock: UNSAFE.  All coroutines wait on one condition variable, each for its own turn, and resume() wakes only one of
 *   them with pthread_cond_signal.  If the signal reaches a coroutine whose turn it is not, that one goes back to sleep,
 *   the right one is never woken, and every thread sleeps.  (It needs pthread_cond_broadcast.)
 * assert: safe.  Only the holder of the baton runs, so the tokens arrive in order and none is lost.
 * race: safe.  The baton and its value are handed over under the lock; what a coroutine keeps for itself is read by main
 *   after the joins only.
 * memory: safe.  Scanner and parser stay inside the text and the token table.
 * overflow: safe.  Numbers of two digits, few terms.  leak, uninit: safe (no heap, all fields set before the start).
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

enum who { SCANNER, PARSER, PRINTER, COROUTINES, NOBODY = COROUTINES };
enum token_kind { T_NUMBER, T_PLUS, T_END };

struct baton {
  enum token_kind kind;
  int value;
};

static struct {
  pthread_mutex_t lock;
  pthread_cond_t turn_changed;
  enum who turn;
  struct baton baton;
  unsigned switches;
} hub = {
  .lock = PTHREAD_MUTEX_INITIALIZER,
  .turn_changed = PTHREAD_COND_INITIALIZER,
  .turn = NOBODY,
};

static const char text[] = "12+7+23";
static int printed[4];
static unsigned printed_count;
static unsigned tokens_seen;

/* Waits until it is the turn of `self`; returns what the previous holder passed on. */
static struct baton await_turn(enum who self)
{
  struct baton b;

  pthread_mutex_lock(&hub.lock);
  while (hub.turn != self)
    pthread_cond_wait(&hub.turn_changed, &hub.lock);
  b.kind = hub.baton.kind;
  b.value = hub.baton.value;
  pthread_mutex_unlock(&hub.lock);
  return b;
}

static void resume(enum who next, enum token_kind kind, int value)
{
  pthread_mutex_lock(&hub.lock);
  hub.turn = next;
  hub.baton.kind = kind;
  hub.baton.value = value;
  hub.switches++;
  pthread_cond_signal(&hub.turn_changed);
  pthread_mutex_unlock(&hub.lock);
}

static bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

/* Produces one token whenever it gets the baton, passes it to the parser. */
static void *scanner_main(void *arg)
{
  const char *p = arg;
  bool more = true;

  while (more) {
    await_turn(SCANNER);
    if (is_digit(*p)) {
      int n = 0;
      for (; is_digit(*p); p++)
        n = n * 10 + (*p - '0');
      resume(PARSER, T_NUMBER, n);
    } else if (*p == '+') {
      p++;
      resume(PARSER, T_PLUS, 0);
    } else {
      more = false;
      resume(PARSER, T_END, 0);
    }
  }
  return NULL;
}

/* Adds up; after each plus sign shows the sum so far, and at the end the total. */
static void *parser_main(void *arg)
{
  int sum = 0;

  (void)arg;
  for (;;) {
    struct baton b = await_turn(PARSER);
    tokens_seen++;
    switch (b.kind) {
    case T_NUMBER:
      sum += b.value;
      resume(SCANNER, T_NUMBER, 0);
      break;
    case T_PLUS:
      resume(PRINTER, T_PLUS, sum);
      break;
    case T_END:
      resume(PRINTER, T_END, sum);
      return NULL;
    }
  }
}

static void *printer_main(void *arg)
{
  (void)arg;
  for (;;) {
    struct baton b = await_turn(PRINTER);
    assert(printed_count < sizeof printed / sizeof printed[0]);
    printed[printed_count++] = b.value;
    if (b.kind == T_END)
      return NULL;
    resume(SCANNER, T_PLUS, 0);
  }
}

int main(void)
{
  static void *(*const bodies[COROUTINES])(void *) = {
    [SCANNER] = scanner_main,
    [PARSER] = parser_main,
    [PRINTER] = printer_main,
  };
  pthread_t threads[COROUTINES];

  for (int i = 0; i < COROUTINES; i++)
    pthread_create(&threads[i], NULL, bodies[i], i == SCANNER ? (void *)text : NULL);
  resume(SCANNER, T_END, 0);
  for (int i = 0; i < COROUTINES; i++)
    pthread_join(threads[i], NULL);

  assert(tokens_seen == 6);
  assert(printed_count == 3);
  assert(printed[0] == 12 && printed[1] == 19 && printed[2] == 42);
  printf("%s = %d in %u switches\n", text, printed[2], hub.switches);
  pthread_cond_destroy(&hub.turn_changed);
  pthread_mutex_destroy(&hub.lock);
  return 0;
}
