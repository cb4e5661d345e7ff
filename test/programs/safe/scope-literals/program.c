/* Requests are compound literals: each lives until the block in which it stands is left, and the worker that has it is joined before.
 *
 * memory: safe. The request of a round lives as long as the round's block; the default one stands in main's outermost block and lives on.
 * race: safe, creation and join hand a request over and back. assert: safe, the answers are 2 and 11.
 */
#include <assert.h>
#include <pthread.h>

struct request {
    int value;
    int answer;
};

static void *serve(void *arg)
{
    struct request *request = arg;
    request->answer = request->value + 1;
    return NULL;
}

int main(void)
{
    struct request *latest = &(struct request){10, 0};

    for (int round = 0; round < 2; round++) {
        pthread_t worker;
        struct request *request = round == 0 ? &(struct request){1, 0} : latest;

        pthread_create(&worker, NULL, serve, request);
        pthread_join(worker, NULL);
        assert(request->answer == (round == 0 ? 2 : 11));
    }
    assert(latest->answer == 11);
    return 0;
}
