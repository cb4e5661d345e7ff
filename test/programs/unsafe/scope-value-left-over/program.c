/* A worker adds up what it takes from two queues; the sum of a batch is a local of the loop's body, and is set for the first batch only.
 *
 * assert: unsafe. A local begins again in every iteration: in the second one `batch` has not been set and may hold anything (line 27). That the value
 *   of the iteration before is still there is luck.
 * uninit: unsafe, for the same reason: line 22 reads it. overflow: safe, the numbers are unsigned. The rest is safe: what is shared is under the lock.
 */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned queued[2] = {3, 4};
static unsigned taken;

static void *worker(void *arg)
{
    for (int i = 0; i < 2; i++) {
        unsigned batch[1];

        if (i == 0)
            batch[0] = 0;
        pthread_mutex_lock(&lock);
        batch[0] += queued[i];
        queued[i] = 0;
        pthread_mutex_unlock(&lock);
        taken = batch[0];
    }
    assert(taken <= 7);
    return arg;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    return 0;
}
