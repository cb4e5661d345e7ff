/* Directories. What is in them is an input: names of up to seven letters, as many as the environment says. An entry is stored in the stream, so that the next
 * call of readdir on it writes over it. */
#define _GNU_SOURCE
#include "internal.h"
#include <dirent.h>

struct __dirstream {
  int descriptor;
  struct dirent entry;
};

/* A stream in memory that closedir frees, or fails as the environment says. */
DIR *opendir(const char *path) {
  if (__rvl_file_operation(path, __rvl_input(1, "opendir fails"))) return 0;
  __rvl_atomic_begin();
  int descriptor = __rvl_descriptor_take();
  __rvl_atomic_end();
  DIR *directory = descriptor < 0 ? 0 : __rvl_hand_out(sizeof *directory);
  if (!directory) {
    __rvl_set_errno(descriptor < 0 ? EMFILE : ENOMEM);
    return 0;
  }
  directory->descriptor = descriptor;
  return directory;
}

/* The next entry, or null at the end. */
struct dirent *readdir(DIR *directory) {
  if (!__rvl_input(1, "another entry")) return 0;
  struct dirent *entry = &directory->entry;
  size_t length = 0;
  do entry->d_name[length++] = (char)('a' + (int)__rvl_input(4, "name"));
  while (length < 7 && __rvl_input(1, "longer name"));
  entry->d_name[length] = 0;
  entry->d_ino = 1;
  entry->d_off = 0;
  entry->d_reclen = sizeof *entry;
  entry->d_type = __rvl_input(1, "directory") ? DT_DIR : DT_REG;
  return entry;
}

/* Entries are inputs anyway: no effect. */
void rewinddir(DIR *directory) {
  (void)directory;
}

/* Frees the stream and its descriptor. */
int closedir(DIR *directory) {
  int descriptor = directory->descriptor;
  __rvl_atomic_begin();
  __rvl_descriptor_give(descriptor);
  __rvl_atomic_end();
  __rvl_free(directory);
  return 0;
}

/* The descriptor of the stream. */
int dirfd(DIR *directory) {
  return directory->descriptor;
}
