/* A worker pushes cleanup handlers for locals of two nested blocks in a loop, and ends in the midst of the second round.
 *
 * memory: safe. A handler that was pushed in a block is taken off before the block is left, and those that pthread_exit runs find their locals alive: the
 *   thread's blocks are not left before the handlers have run.
 * assert: safe. The first round adds 1 (its inner handler is dropped), the second one 2 + 1. race, deadlock: safe, main joins the worker first.
 */
#include <assert.h>
#include <pthread.h>

static int sum;

static void add(void *arg)
{
    sum += *(int *)arg;
}

static void *worker(void *arg)
{
    for (int round = 0; round < 2; round++) {
        int one = 1;

        pthread_cleanup_push(add, &one);
        {
            int two = 2;

            pthread_cleanup_push(add, &two);
            if (round == 1)
                pthread_exit(NULL);
            pthread_cleanup_pop(0);
        }
        pthread_cleanup_pop(1);
    }
    return arg;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    assert(sum == 4);
    return 0;
}
