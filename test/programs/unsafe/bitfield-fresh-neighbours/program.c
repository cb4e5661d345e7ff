/* Two fields of one word from malloc, each set by its own thread, without a lock.
 *
 * race: unsafe. Adjacent bit-fields are one memory location: setting one reads and rewrites the other (lines 19 and 25).
 * assert: unsafe. A thread may put back what `low` held before it was set, and that may be anything, not only what was set or zero (line 40).
 * uninit: unsafe, for the same reason: line 40 then reads what no thread has set.
 * deadlock, memory, leak, overflow: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static struct levels {
    unsigned low : 4;
    unsigned high : 4;
} *levels;

static void *set_low(void *arg)
{
    levels->low = 0;
    return arg;
}

static void *set_high(void *arg)
{
    levels->high = 9;
    return arg;
}

int main(void)
{
    pthread_t a, b;

    levels = malloc(sizeof *levels);
    if (levels == NULL)
        return 0;
    pthread_create(&a, NULL, set_low, NULL);
    pthread_create(&b, NULL, set_high, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(levels->low == 0);
    free(levels);
    return 0;
}
