/* Main starts a worker per round and gives it a job that is a local of the round's block; it joins the worker before the block is left.
 *
 * memory: safe. A job outlives its worker: the join comes before the end of the block, also where the round is left by `break`. The jobs of different
 *   rounds may lie in one place; no thread can tell.
 * race: safe, the job is handed over by the creation and back by the join. assert: safe, the worker doubles what it was given.
 */
#include <assert.h>
#include <pthread.h>

static void *twice(void *arg)
{
    int *job = arg;
    *job *= 2;
    return NULL;
}

int main(void)
{
    int sum = 0;

    for (int round = 1;; round++) {
        pthread_t worker;
        int job = round, *handed = &job;

        pthread_create(&worker, NULL, twice, handed);
        if (round == 2) {
            pthread_join(worker, NULL);
            sum += *handed;
            break;
        }
        pthread_join(worker, NULL);
        sum += *handed;
    }
    assert(sum == 6);
    return 0;
}
