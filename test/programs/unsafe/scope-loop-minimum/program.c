/* A loop remembers the smallest reading so far by a pointer to it, but each reading is a local of the loop's body.
 *
 * memory: unsafe. In the second iteration `least` points to the first one's local, whose block has been left: line 19 reads it. On a real
 *   machine the two locals mostly share one place, so the reading is compared with itself and the smallest is never found.
 * The rest is safe: one thread, no heap, small numbers. uninit: safe, every reading is set before it is used.
 */
#include <stddef.h>

static const int readings[3] = {3, 1, 2};

int main(void)
{
    const int *least = NULL;
    int index = 0;

    for (int i = 0; i < 3; i++) {
        int reading = readings[i];

        if (least == NULL || reading < *least) {
            least = &reading;
            index = i;
        }
    }
    return index;
}
