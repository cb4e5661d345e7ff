/* A parser leaves nested blocks and loops by longjmp when it meets an error; what it points to afterwards belongs to the function that called setjmp.
 *
 * memory: safe. The locals of the blocks that were jumped out of are not used any more; `state` is a local of the function itself and `where` points to it.
 * assert: safe, the error is met at the third of four characters. race, deadlock: safe, each worker has its own state. uninit: safe; `state` is volatile,
 *   since it changes between setjmp and longjmp.
 */
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

struct state {
    jmp_buf failed;
    volatile int position;
};

static void expect_letter(struct state *state, char c)
{
    int *inner;
    {
        int seen = c;
        inner = &seen;
        if (*inner < 'a')
            longjmp(state->failed, 1);
    }
}

static void *parse(void *arg)
{
    const char *text = arg;
    struct state state, *where = &state;

    state.position = 0;
    if (setjmp(state.failed) == 0) {
        for (;;) {
            char c = text[state.position], *next = &c;

            if (*next == 0)
                break;
            expect_letter(where, *next);
            state.position++;
        }
    }
    assert(where->position == 2);
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    static char text[] = "ab3d";

    pthread_create(&first, NULL, parse, text);
    pthread_create(&second, NULL, parse, text);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
