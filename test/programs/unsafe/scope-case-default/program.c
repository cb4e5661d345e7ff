/* A server chooses the buffer for an answer by the kind of a request; the small buffer is a local of one case.
 *
 * memory: unsafe. A request for a short answer leaves `to` pointing into the case's block, and line 32 writes there.
 * race: safe, each thread has its own buffers and answers are counted under the lock. deadlock: safe. The rest is safe.
 */
#include <pthread.h>

enum kind { short_answer, long_answer };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int answered;

static void *serve(void *arg)
{
    enum kind kind = arg == NULL ? short_answer : long_answer;
    char large[8];
    char *to;

    switch (kind) {
    case short_answer: {
        char small[2];

        to = small;
        break;
    }
    default:
        to = large;
        break;
    }
    pthread_mutex_lock(&lock);
    answered++;
    to[0] = (char)answered;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t first, second;

    pthread_create(&first, NULL, serve, NULL);
    pthread_create(&second, NULL, serve, &answered);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
