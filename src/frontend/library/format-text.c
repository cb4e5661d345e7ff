/* A growing text, private to the library: printf's output, a line read from a file. It starts in a fixed buffer and moves to hidden memory
 * when it outgrows that. */
#include "internal.h"

void __rvl_text_open(struct __rvl_text *text) {
  text->bytes = text->fixed;
  text->size = 0;
  text->room = sizeof text->fixed;
}

void __rvl_text_close(struct __rvl_text *text) {
  if (text->bytes != text->fixed) __rvl_deallocate(text->bytes);
}

void __rvl_text_reserve(struct __rvl_text *text, size_t more) {
  size_t needed = text->size + more;
  if (needed <= text->room) return;
  size_t room = text->room * 2;
  if (room < needed) room = needed;
  char *bytes = __rvl_allocate(room, 1, 2);
  if (text->size) __rvl_copy(bytes, text->bytes, text->size);
  __rvl_text_close(text);
  text->bytes = bytes;
  text->room = room;
}

void __rvl_text_byte(struct __rvl_text *text, int byte) {
  if (text->size == text->room) __rvl_text_reserve(text, 1);
  text->bytes[text->size++] = (char)byte;
}

void __rvl_text_pad(struct __rvl_text *text, int byte, size_t times) {
  while (times--) __rvl_text_byte(text, byte);
}

void __rvl_text_bytes(struct __rvl_text *text, const char *bytes, size_t size) {
  __rvl_text_reserve(text, size);
  __rvl_move(text->bytes + text->size, bytes, size);
  text->size += size;
}

void __rvl_text_string(struct __rvl_text *text, const char *string) {
  for (char byte; (byte = *string) != 0; string++) __rvl_text_byte(text, byte);
}
