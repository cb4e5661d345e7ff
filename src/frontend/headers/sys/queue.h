/* Intrusive lists as macros. An element of type T holds a field of the kind's ENTRY; the arguments are those of BSD's header of this name.
 * SLIST: singly linked. STAILQ and SIMPLEQ: singly linked, with the address of the last link. LIST: doubly linked, by the address of the
 * link that leads to the element. TAILQ: doubly linked, with a tail. */
#ifndef _SYS_QUEUE_H
#define _SYS_QUEUE_H

/* ---- SLIST */
#define SLIST_HEAD(name, type) struct name { struct type *slh_first; }
#define SLIST_HEAD_INITIALIZER(head) {0}
#define SLIST_ENTRY(type) struct { struct type *sle_next; }
#define SLIST_INIT(head) ((void)((head)->slh_first = 0))
#define SLIST_EMPTY(head) ((head)->slh_first == 0)
#define SLIST_FIRST(head) ((head)->slh_first)
#define SLIST_NEXT(elm, field) ((elm)->field.sle_next)
#define SLIST_FOREACH(var, head, field) for ((var) = SLIST_FIRST(head); (var) != 0; (var) = SLIST_NEXT(var, field))
#define SLIST_FOREACH_SAFE(var, head, field, tvar) \
  for ((var) = SLIST_FIRST(head); (var) != 0 && ((tvar) = SLIST_NEXT(var, field), 1); (var) = (tvar))
#define SLIST_INSERT_HEAD(head, elm, field) \
  do { SLIST_NEXT(elm, field) = SLIST_FIRST(head); SLIST_FIRST(head) = (elm); } while (0)
#define SLIST_INSERT_AFTER(after, elm, field) \
  do { SLIST_NEXT(elm, field) = SLIST_NEXT(after, field); SLIST_NEXT(after, field) = (elm); } while (0)
#define SLIST_REMOVE_HEAD(head, field) ((void)(SLIST_FIRST(head) = SLIST_NEXT(SLIST_FIRST(head), field)))
#define SLIST_REMOVE(head, elm, type, field)                                     \
  do {                                                                           \
    struct type **__link = &SLIST_FIRST(head);                                   \
    while (*__link != (elm)) __link = &SLIST_NEXT(*__link, field);               \
    *__link = SLIST_NEXT(elm, field);                                            \
  } while (0)

/* ---- STAILQ, SIMPLEQ */
#define STAILQ_HEAD(name, type) struct name { struct type *stqh_first, **stqh_last; }
#define STAILQ_HEAD_INITIALIZER(head) {0, &(head).stqh_first}
#define STAILQ_ENTRY(type) struct { struct type *stqe_next; }
#define STAILQ_INIT(head) do { (head)->stqh_first = 0; (head)->stqh_last = &(head)->stqh_first; } while (0)
#define STAILQ_EMPTY(head) ((head)->stqh_first == 0)
#define STAILQ_FIRST(head) ((head)->stqh_first)
#define STAILQ_NEXT(elm, field) ((elm)->field.stqe_next)
#define STAILQ_FOREACH(var, head, field) for ((var) = STAILQ_FIRST(head); (var) != 0; (var) = STAILQ_NEXT(var, field))
#define STAILQ_FOREACH_SAFE(var, head, field, tvar) \
  for ((var) = STAILQ_FIRST(head); (var) != 0 && ((tvar) = STAILQ_NEXT(var, field), 1); (var) = (tvar))
#define STAILQ_INSERT_HEAD(head, elm, field)                                                    \
  do {                                                                                          \
    if ((STAILQ_NEXT(elm, field) = (head)->stqh_first) == 0) (head)->stqh_last = &STAILQ_NEXT(elm, field); \
    (head)->stqh_first = (elm);                                                                 \
  } while (0)
#define STAILQ_INSERT_TAIL(head, elm, field) \
  do { STAILQ_NEXT(elm, field) = 0; *(head)->stqh_last = (elm); (head)->stqh_last = &STAILQ_NEXT(elm, field); } while (0)
#define STAILQ_INSERT_AFTER(head, after, elm, field)                                                              \
  do {                                                                                                            \
    if ((STAILQ_NEXT(elm, field) = STAILQ_NEXT(after, field)) == 0) (head)->stqh_last = &STAILQ_NEXT(elm, field); \
    STAILQ_NEXT(after, field) = (elm);                                                                            \
  } while (0)
#define STAILQ_REMOVE_HEAD(head, field) \
  do { if (((head)->stqh_first = STAILQ_NEXT((head)->stqh_first, field)) == 0) (head)->stqh_last = &(head)->stqh_first; } while (0)
#define STAILQ_REMOVE(head, elm, type, field)                                             \
  do {                                                                                    \
    struct type **__link = &(head)->stqh_first;                                           \
    while (*__link != (elm)) __link = &STAILQ_NEXT(*__link, field);                       \
    if ((*__link = STAILQ_NEXT(elm, field)) == 0) (head)->stqh_last = __link;             \
  } while (0)
#define STAILQ_CONCAT(to, from)                                   \
  do {                                                            \
    if (!STAILQ_EMPTY(from)) {                                    \
      *(to)->stqh_last = (from)->stqh_first;                      \
      (to)->stqh_last = (from)->stqh_last;                        \
      STAILQ_INIT(from);                                          \
    }                                                             \
  } while (0)

#define SIMPLEQ_HEAD STAILQ_HEAD
#define SIMPLEQ_HEAD_INITIALIZER STAILQ_HEAD_INITIALIZER
#define SIMPLEQ_ENTRY STAILQ_ENTRY
#define SIMPLEQ_INIT STAILQ_INIT
#define SIMPLEQ_EMPTY STAILQ_EMPTY
#define SIMPLEQ_FIRST STAILQ_FIRST
#define SIMPLEQ_NEXT STAILQ_NEXT
#define SIMPLEQ_FOREACH STAILQ_FOREACH
#define SIMPLEQ_INSERT_HEAD STAILQ_INSERT_HEAD
#define SIMPLEQ_INSERT_TAIL STAILQ_INSERT_TAIL
#define SIMPLEQ_INSERT_AFTER STAILQ_INSERT_AFTER
#define SIMPLEQ_REMOVE_HEAD STAILQ_REMOVE_HEAD
#define SIMPLEQ_REMOVE STAILQ_REMOVE

/* ---- LIST */
#define LIST_HEAD(name, type) struct name { struct type *lh_first; }
#define LIST_HEAD_INITIALIZER(head) {0}
#define LIST_ENTRY(type) struct { struct type *le_next, **le_prev; }
#define LIST_INIT(head) ((void)((head)->lh_first = 0))
#define LIST_EMPTY(head) ((head)->lh_first == 0)
#define LIST_FIRST(head) ((head)->lh_first)
#define LIST_NEXT(elm, field) ((elm)->field.le_next)
#define LIST_FOREACH(var, head, field) for ((var) = LIST_FIRST(head); (var) != 0; (var) = LIST_NEXT(var, field))
#define LIST_FOREACH_SAFE(var, head, field, tvar) \
  for ((var) = LIST_FIRST(head); (var) != 0 && ((tvar) = LIST_NEXT(var, field), 1); (var) = (tvar))
#define LIST_INSERT_HEAD(head, elm, field)                                                                             \
  do {                                                                                                                 \
    if ((LIST_NEXT(elm, field) = (head)->lh_first) != 0) (head)->lh_first->field.le_prev = &LIST_NEXT(elm, field);     \
    (head)->lh_first = (elm);                                                                                          \
    (elm)->field.le_prev = &(head)->lh_first;                                                                          \
  } while (0)
#define LIST_INSERT_AFTER(after, elm, field)                                                                                          \
  do {                                                                                                                                \
    if ((LIST_NEXT(elm, field) = LIST_NEXT(after, field)) != 0) LIST_NEXT(after, field)->field.le_prev = &LIST_NEXT(elm, field);      \
    LIST_NEXT(after, field) = (elm);                                                                                                  \
    (elm)->field.le_prev = &LIST_NEXT(after, field);                                                                                  \
  } while (0)
#define LIST_INSERT_BEFORE(before, elm, field)             \
  do {                                                     \
    (elm)->field.le_prev = (before)->field.le_prev;        \
    LIST_NEXT(elm, field) = (before);                      \
    *(before)->field.le_prev = (elm);                      \
    (before)->field.le_prev = &LIST_NEXT(elm, field);      \
  } while (0)
#define LIST_REMOVE(elm, field)                                                                      \
  do {                                                                                               \
    if (LIST_NEXT(elm, field) != 0) LIST_NEXT(elm, field)->field.le_prev = (elm)->field.le_prev;     \
    *(elm)->field.le_prev = LIST_NEXT(elm, field);                                                   \
  } while (0)

/* ---- TAILQ */
#define TAILQ_HEAD(name, type) struct name { struct type *tqh_first, **tqh_last; }
#define TAILQ_HEAD_INITIALIZER(head) {0, &(head).tqh_first}
#define TAILQ_ENTRY(type) struct { struct type *tqe_next, **tqe_prev; }
#define TAILQ_INIT(head) do { (head)->tqh_first = 0; (head)->tqh_last = &(head)->tqh_first; } while (0)
#define TAILQ_EMPTY(head) ((head)->tqh_first == 0)
#define TAILQ_FIRST(head) ((head)->tqh_first)
#define TAILQ_NEXT(elm, field) ((elm)->field.tqe_next)
/* An element's link and a head have one layout: the last link's address leads to the one before it. */
#define TAILQ_LAST(head, name) (*(((struct name *)((head)->tqh_last))->tqh_last))
#define TAILQ_PREV(elm, name, field) (*(((struct name *)((elm)->field.tqe_prev))->tqh_last))
#define TAILQ_FOREACH(var, head, field) for ((var) = TAILQ_FIRST(head); (var) != 0; (var) = TAILQ_NEXT(var, field))
#define TAILQ_FOREACH_SAFE(var, head, field, tvar) \
  for ((var) = TAILQ_FIRST(head); (var) != 0 && ((tvar) = TAILQ_NEXT(var, field), 1); (var) = (tvar))
#define TAILQ_FOREACH_REVERSE(var, head, name, field) for ((var) = TAILQ_LAST(head, name); (var) != 0; (var) = TAILQ_PREV(var, name, field))
#define TAILQ_INSERT_HEAD(head, elm, field)                                                                   \
  do {                                                                                                        \
    if ((TAILQ_NEXT(elm, field) = (head)->tqh_first) != 0)                                                    \
      (head)->tqh_first->field.tqe_prev = &TAILQ_NEXT(elm, field);                                            \
    else                                                                                                      \
      (head)->tqh_last = &TAILQ_NEXT(elm, field);                                                             \
    (head)->tqh_first = (elm);                                                                                \
    (elm)->field.tqe_prev = &(head)->tqh_first;                                                               \
  } while (0)
#define TAILQ_INSERT_TAIL(head, elm, field)              \
  do {                                                   \
    TAILQ_NEXT(elm, field) = 0;                          \
    (elm)->field.tqe_prev = (head)->tqh_last;            \
    *(head)->tqh_last = (elm);                           \
    (head)->tqh_last = &TAILQ_NEXT(elm, field);          \
  } while (0)
#define TAILQ_INSERT_AFTER(head, after, elm, field)                         \
  do {                                                                      \
    if ((TAILQ_NEXT(elm, field) = TAILQ_NEXT(after, field)) != 0)           \
      TAILQ_NEXT(elm, field)->field.tqe_prev = &TAILQ_NEXT(elm, field);     \
    else                                                                    \
      (head)->tqh_last = &TAILQ_NEXT(elm, field);                           \
    TAILQ_NEXT(after, field) = (elm);                                       \
    (elm)->field.tqe_prev = &TAILQ_NEXT(after, field);                      \
  } while (0)
#define TAILQ_INSERT_BEFORE(before, elm, field)             \
  do {                                                      \
    (elm)->field.tqe_prev = (before)->field.tqe_prev;       \
    TAILQ_NEXT(elm, field) = (before);                      \
    *(before)->field.tqe_prev = (elm);                      \
    (before)->field.tqe_prev = &TAILQ_NEXT(elm, field);     \
  } while (0)
#define TAILQ_REMOVE(head, elm, field)                                        \
  do {                                                                        \
    if (TAILQ_NEXT(elm, field) != 0)                                          \
      TAILQ_NEXT(elm, field)->field.tqe_prev = (elm)->field.tqe_prev;         \
    else                                                                      \
      (head)->tqh_last = (elm)->field.tqe_prev;                               \
    *(elm)->field.tqe_prev = TAILQ_NEXT(elm, field);                          \
  } while (0)
#define TAILQ_CONCAT(to, from, field)                          \
  do {                                                         \
    if (!TAILQ_EMPTY(from)) {                                  \
      *(to)->tqh_last = (from)->tqh_first;                     \
      (from)->tqh_first->field.tqe_prev = (to)->tqh_last;      \
      (to)->tqh_last = (from)->tqh_last;                       \
      TAILQ_INIT(from);                                        \
    }                                                          \
  } while (0)

#endif
