/* Two retry loops made of goto: the jump goes back over declarations of the same block, and another one into a block, over a declaration.
 *
 * memory: safe. A jump back inside a block does not leave it: `reading` lives until the function returns, and `last` may be followed before its declaration
 *   is reached again. `spare` lives as long as its block is executed, however that was entered.
 * assert: safe. The worker takes the lock at the first attempt or waits for it, so that the counter is 1 or 2 at the end of a worker. race: safe, the counter
 *   is under the lock. uninit: safe, `reading` and `spare` are set before they are read.
 */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *worker(void *arg)
{
    int *last = NULL;

again:
    if (last != NULL && *last > 0)
        goto done;
    pthread_mutex_lock(&lock);
    int reading = ++counter;
    pthread_mutex_unlock(&lock);
    last = &reading;
    goto again;
done:
    if (arg == NULL)
        goto inside;
    {
        int spare;
    inside:
        spare = *last;
        last = &spare;
        assert(*last == 1 || *last == 2);
    }
    return NULL;
}

int main(void)
{
    pthread_t first, second;

    pthread_create(&first, NULL, worker, NULL);
    pthread_create(&second, NULL, worker, &counter);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
