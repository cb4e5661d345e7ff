/* Two threads write a line each, under a lock, and continue until all of it is written; main does not wait for what it writes at the end.
 *
 * assert: safe. write transfers between one byte and all it is given, so that the loop ends after at most four calls, and what is left
 *   never wraps around. The result of the last call is ignored: however much is written, main continues.
 * race, deadlock: safe, by the one lock.
 * memory: safe. The pointer moves by what was written, up to the end of the text.
 */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t output = PTHREAD_MUTEX_INITIALIZER;
static int lines;

static int write_all(const char *text, size_t left)
{
    while (left > 0) {
        ssize_t count = write(STDOUT_FILENO, text, left);

        if (count < 0)
            return -1;
        assert(count > 0 && (size_t)count <= left);
        text += count;
        left -= (size_t)count;
    }
    return 0;
}

static void *say(void *text)
{
    pthread_mutex_lock(&output);
    if (write_all(text, 4) == 0)
        lines++;
    pthread_mutex_unlock(&output);
    return NULL;
}

int main(void)
{
    pthread_t first, second;

    pthread_create(&first, NULL, say, "one\n");
    pthread_create(&second, NULL, say, "two\n");
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(lines == 2);
    write(STDERR_FILENO, "done\n", 5);
    return 0;
}
