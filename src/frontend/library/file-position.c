/* Positions in files: the position and the size of a file are inputs; a change of the position may fail if the environment says so. */
#define _GNU_SOURCE
#include "internal.h"
#include <stdio.h>
#include <unistd.h>

static long position(void) {
  return (long)__rvl_input(31, "file position");
}

static int seek(FILE *stream, int origin) {
  int fails = (int)__rvl_input(1, "fseek fails");
  if (fails || origin < SEEK_SET || origin > SEEK_END) {
    __rvl_set_errno(EINVAL);
    return -1;
  }
  __rvl_atomic_begin();
  stream->flags &= ~RVL_END_OF_FILE;
  stream->pushed = 0;
  __rvl_atomic_end();
  return 0;
}

/* Succeeds or fails as the environment says; what is read afterwards is input again. */
int fseek(FILE *stream, long offset, int origin) {
  (void)offset;
  return seek(stream, origin);
}

/* As fseek. */
int fseeko(FILE *stream, off_t offset, int origin) {
  (void)offset;
  return seek(stream, origin);
}

/* As fseek. */
int fseeko64(FILE *stream, off64_t offset, int origin) {
  (void)offset;
  return seek(stream, origin);
}

static long tell(FILE *stream) {
  __rvl_atomic_begin();
  (void)stream->descriptor;
  __rvl_atomic_end();
  return position();
}

/* Any position that is not negative. */
long ftell(FILE *stream) {
  return tell(stream);
}

/* As ftell. */
off_t ftello(FILE *stream) {
  return tell(stream);
}

/* As ftell. */
off64_t ftello64(FILE *stream) {
  return tell(stream);
}

/* What is read afterwards is input again. */
void rewind(FILE *stream) {
  __rvl_atomic_begin();
  stream->flags = 0;
  stream->pushed = 0;
  __rvl_atomic_end();
}

/* Any position. */
int fgetpos(FILE *restrict stream, fpos_t *restrict place) {
  place->__offset = tell(stream);
  place->__state[0] = place->__state[1] = 0;
  return 0;
}

/* As fseek. */
int fsetpos(FILE *stream, const fpos_t *place) {
  (void)place->__offset;
  return seek(stream, SEEK_SET);
}

static off64_t seek_descriptor(int descriptor, off64_t offset, int origin) {
  __rvl_atomic_begin();
  int is_open = __rvl_descriptor_is_open(descriptor);
  __rvl_atomic_end();
  int error = !is_open ? EBADF : origin < SEEK_SET || origin > SEEK_END ? EINVAL : __rvl_input(1, "lseek fails") ? ESPIPE : 0;
  if (!error) return origin == SEEK_SET ? offset : position();
  __rvl_set_errno(error);
  return -1;
}

/* The position asked for from the start, any position from elsewhere, or failure as the environment says. */
off_t lseek(int descriptor, off_t offset, int origin) {
  return (off_t)seek_descriptor(descriptor, offset, origin);
}

/* As lseek. */
off64_t lseek64(int descriptor, off64_t offset, int origin) {
  return seek_descriptor(descriptor, offset, origin);
}
