/* Main publishes a setting that is a local of an inner block, and waits for the reader outside of the block.
 *
 * memory: unsafe. The reader may read the setting after main has left the block (line 22): the pointer is still there, the local is not.
 * race: safe, the setting is set before the pointer is released, and the reader acquires it. assert: safe, the limit is 7 whenever it can be read.
 * deadlock: safe. No heap, no arithmetic that overflows. uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct setting {
    int limit;
};

static struct setting *_Atomic current;

static void *reader(void *arg)
{
    struct setting *setting = atomic_load_explicit(&current, memory_order_acquire);
    if (setting != NULL)
        assert(setting->limit == 7);
    return arg;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, reader, NULL);
    {
        struct setting setting = {7};

        atomic_store_explicit(&current, &setting, memory_order_release);
    }
    pthread_join(thread, NULL);
    return 0;
}
