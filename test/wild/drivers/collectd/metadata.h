/* Metadata with one number, and what meta_data.c wants from the daemon. */
#include <assert.h>
#include <collectd.h>
#include <plugin.h>
#include <pthread.h>
#include <utils/metadata/meta_data.h>

void plugin_log(int level, const char *format, ...) {
  (void)level;
  (void)format;
}

static meta_data_t *data;

static void begin(void) {
  data = meta_data_create();
  assert(meta_data_add_signed_int(data, "a", 1) == 0);
}
