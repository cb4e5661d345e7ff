/* What jansson's configure would write. */
#define HAVE_STDINT_H 1
#define HAVE_SCHED_H 1
#define HAVE_SCHED_YIELD 1
#define INITIAL_HASHTABLE_ORDER 3
