/*
 * A tree of reference-counted widgets: a parent holds strong references to its children, a child a weak one to its parent.  A weak
 * reference keeps the memory of the counts, not the widget; it becomes a strong one by a compare-exchange that never
 * leaves zero.
 *
 * The driver: main builds a window with one button and gives its reference to the window to thread A, which drops it; thread
 * B has a reference to the button, asks the button for its parent, repaints it if it is still there, and drops the button.
 *
 * memory: safe.  A widget is destroyed by the thread that takes its strong count to zero, once, since the count never rises from zero.
 *   Its memory is freed when the weak count is zero; all strong references together are one of the weak ones, so
 *   a weak reference can check the counts for as long as it lives.
 * assert: safe.  A parent that was locked is alive: its state is intact.  Both destructors have run once at the end.  The
 *   number of repaints is 0 or 1.
 * race: safe.  Counts are atomic; drops are acquire-release, so everything done with a widget comes before its destruction,
 *   in whichever thread that is.  `children` is changed by main before the threads start and by the destructor.  `repaints` is B's.
 * deadlock: safe.  No locks; an exchange in weak_lock fails only if the count has changed (or spuriously).
 * leak: safe.  The cycle between window and button is broken by the weak reference: each is freed as above.
 * overflow, uninit: safe.  Counts are small and unsigned; widgets come from calloc.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- counts */

struct object;

struct object_class {
  const char *name;
  void (*destroy)(struct object *object); /* releases what the object refers to */
};

struct object {
  const struct object_class *class;
  atomic_uint strong;
  atomic_uint weak; /* all strong references together count as one */
};

static void object_init(struct object *o, const struct object_class *class)
{
  o->class = class;
  atomic_init(&o->strong, 1);
  atomic_init(&o->weak, 1);
}

static inline struct object *strong_get(struct object *o)
{
  unsigned before = atomic_fetch_add_explicit(&o->strong, 1, memory_order_relaxed);

  assert(before > 0);
  return o;
}

static inline struct object *weak_get(struct object *o)
{
  atomic_fetch_add_explicit(&o->weak, 1, memory_order_relaxed);
  return o;
}

static void weak_drop(struct object *o)
{
  if (o && atomic_fetch_sub_explicit(&o->weak, 1, memory_order_acq_rel) == 1)
    free(o);
}

static void strong_drop(struct object *o)
{
  if (!o || atomic_fetch_sub_explicit(&o->strong, 1, memory_order_acq_rel) != 1)
    return;
  o->class->destroy(o);
  weak_drop(o);
}

/* A strong reference if the object is still alive, otherwise NULL. */
static struct object *weak_lock(struct object *o)
{
  unsigned count;

  if (!o)
    return NULL;
  count = atomic_load_explicit(&o->strong, memory_order_relaxed);
  while (count != 0) {
    if (atomic_compare_exchange_weak_explicit(&o->strong, &count, count + 1, memory_order_acquire, memory_order_relaxed))
      return o;
  }
  return NULL;
}

/* ---- widgets */

#define MAX_CHILDREN 2
#define WIDGET_ALIVE 0x57444754u

struct widget {
  struct object object; /* first */
  unsigned magic;
  struct widget *children[MAX_CHILDREN];
  unsigned child_count;
  struct object *parent; /* weak */
  unsigned repaints;
};

static atomic_uint windows_destroyed, buttons_destroyed, repaints_lost;

static void widget_destroy(struct widget *w)
{
  assert(w->magic == WIDGET_ALIVE);
  w->magic = 0;
  for (unsigned i = 0; i < w->child_count; i++)
    strong_drop(&w->children[i]->object);
  w->child_count = 0;
  weak_drop(w->parent);
  w->parent = NULL;
}

static void window_destroy(struct object *o)
{
  struct widget *w = (struct widget *)o;

  atomic_fetch_add(&repaints_lost, w->repaints);
  widget_destroy(w);
  atomic_fetch_add(&windows_destroyed, 1);
}

static void button_destroy(struct object *o)
{
  widget_destroy((struct widget *)o);
  atomic_fetch_add(&buttons_destroyed, 1);
}

static const struct object_class window_class = { "window", window_destroy };
static const struct object_class button_class = { "button", button_destroy };

static struct widget *widget_new(const struct object_class *class)
{
  struct widget *w = calloc(1, sizeof *w);

  if (!w)
    return NULL;
  object_init(&w->object, class);
  w->magic = WIDGET_ALIVE;
  return w;
}

/* The parent takes a strong reference, the child a weak one. */
static bool widget_add(struct widget *parent, struct widget *child)
{
  if (parent->child_count == MAX_CHILDREN || child->parent)
    return false;
  strong_get(&child->object);
  parent->children[parent->child_count++] = child;
  child->parent = weak_get(&parent->object);
  return true;
}

static bool widget_repaint_parent(struct widget *child)
{
  struct widget *parent = (struct widget *)weak_lock(child->parent);

  if (!parent)
    return false;
  assert(parent->magic == WIDGET_ALIVE);
  assert(parent->child_count == 1);
  parent->repaints++;
  strong_drop(&parent->object);
  return true;
}

/* ---- driver */

static bool repainted;

static void *closer_main(void *argument)
{
  struct widget *window = argument;

  strong_drop(&window->object);
  return NULL;
}

static void *clicker_main(void *argument)
{
  struct widget *button = argument;

  repainted = widget_repaint_parent(button);
  strong_drop(&button->object);
  return NULL;
}

int main(void)
{
  struct widget *window = widget_new(&window_class);
  struct widget *button = widget_new(&button_class);
  pthread_t closer, clicker;

  if (!window || !button || !widget_add(window, button))
    return EXIT_FAILURE;
  pthread_create(&closer, NULL, closer_main, window);
  pthread_create(&clicker, NULL, clicker_main, button);
  pthread_join(closer, NULL);
  pthread_join(clicker, NULL);
  assert(atomic_load(&windows_destroyed) == 1);
  assert(atomic_load(&buttons_destroyed) == 1);
  assert(atomic_load(&repaints_lost) == (repainted ? 1 : 0));
  printf(repainted ? "repainted\n" : "closed\n");
  return EXIT_SUCCESS;
}
