/* A logger prints a warning only once for a record, which it knows by its address. The records are locals of a loop's body.
 *
 * assert: unsafe. The record of the second iteration may lie where the first one lay, and mostly does; then its warning is left out (line 25). It
 *   takes a new local in the place of an earlier one, so it does not occur under the assumption no-reuse.
 * memory: safe, the old address is compared and never followed. The rest is safe: one thread, no heap.
 */
#include <assert.h>
#include <stdint.h>

static uintptr_t warned;
static int warnings;

static void warn(const void *record)
{
    if ((uintptr_t)record != warned)
        warnings++;
    warned = (uintptr_t)record;
}

int main(void)
{
    for (int i = 0; i < 2; i++) {
        int record[2] = {i, -i};
        warn(record);
        assert(warnings == i + 1);
    }
    return 0;
}
