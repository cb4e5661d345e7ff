/* Addresses of the Internet as text and as bytes. */
#define _GNU_SOURCE
#include "internal.h"
#include <arpa/inet.h>

/* The bytes the other way round. */
uint16_t htons(uint16_t x) {
  return __builtin_bswap16(x);
}

/* The bytes the other way round. */
uint16_t ntohs(uint16_t x) {
  return __builtin_bswap16(x);
}

/* The bytes the other way round. */
uint32_t htonl(uint32_t x) {
  return __builtin_bswap32(x);
}

/* The bytes the other way round. */
uint32_t ntohl(uint32_t x) {
  return __builtin_bswap32(x);
}

static int digit(int c, int base) {
  int d = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
  return d < base ? d : -1;
}

/* a, a.b, a.b.c or a.b.c.d, each decimal, octal (0…) or hexadecimal (0x…); the last takes the remaining bytes. White space may follow. */
static int parse_old(const char *text, uint32_t *address) {
  uint32_t parts[4];
  int count = 0;
  for (;;) {
    int base = 10, digits = 0;
    uint64_t value = 0;
    if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
      base = 16;
      text += 2;
    } else if (text[0] == '0') {
      base = 8;
    }
    for (; digit(*text, base) >= 0; text++, digits++) {
      value = value * (unsigned)base + (unsigned)digit(*text, base);
      if (value > UINT32_MAX) return 0;
    }
    if (!digits || count == 4) return 0;
    parts[count++] = (uint32_t)value;
    if (*text != '.') break;
    text++;
  }
  if (*text && !__rvl_is_space((unsigned char)*text)) return 0;
  uint32_t all = 0;
  for (int i = 0; i < count - 1; i++) {
    if (parts[i] > 255) return 0;
    all |= parts[i] << (24 - 8 * i);
  }
  if (count > 1 && parts[count - 1] > UINT32_MAX >> 8 * (count - 1)) return 0;
  *address = __builtin_bswap32(all | parts[count - 1]);
  return 1;
}

/* The address in the order of the network, or INADDR_NONE. */
in_addr_t inet_addr(const char *text) {
  uint32_t address;
  return parse_old(text, &address) ? address : INADDR_NONE;
}

/* 1 and the address, or 0. */
int inet_aton(const char *text, struct in_addr *to) {
  uint32_t address;
  if (!parse_old(text, &address)) return 0;
  if (to) to->s_addr = address;
  return 1;
}

static int write_four(const unsigned char *bytes, char *to) {
  int length = 0;
  for (int i = 0; i < 4; i++) {
    int b = bytes[i];
    if (i) to[length++] = '.';
    if (b >= 100) to[length++] = (char)('0' + b / 100);
    if (b >= 10) to[length++] = (char)('0' + b / 10 % 10);
    to[length++] = (char)('0' + b % 10);
  }
  to[length] = 0;
  return length;
}

/* Four decimal numbers, in a buffer of the thread, as in glibc. */
char *inet_ntoa(struct in_addr address) {
  static _Thread_local char text[INET_ADDRSTRLEN];
  write_four((const unsigned char *)&address, text);
  return text;
}

/* Four decimal numbers and nothing else, none with a leading zero. */
static int parse_four(const char *text, unsigned char *to) {
  for (int i = 0; i < 4; i++) {
    int value = 0, digits = 0;
    for (; digit(*text, 10) >= 0; text++, digits++) {
      if (digits && !value) return 0;
      value = value * 10 + digit(*text, 10);
      if (value > 255) return 0;
    }
    if (!digits || *text++ != (i < 3 ? '.' : 0)) return 0;
    to[i] = (unsigned char)value;
  }
  return 1;
}

/* Groups of up to four hexadecimal digits, one run of which may be `::`; the last two may be four decimal numbers. */
static int parse_six(const char *text, unsigned char *to) {
  unsigned char out[16] = {0};
  int at = 0, gap = -1;
  if (*text == ':' && *++text != ':') return 0;
  while (*text) {
    if (*text == ':') {
      if (gap >= 0) return 0;
      gap = at;
      text++;
      continue;
    }
    const char *start = text;
    unsigned value = 0;
    int digits = 0;
    for (; digit(*text, 16) >= 0; text++) {
      if (++digits > 4) return 0;
      value = value << 4 | (unsigned)digit(*text, 16);
    }
    if (*text == '.') {
      if (at > 12 || !parse_four(start, out + at)) return 0;
      at += 4;
      break;
    }
    if (!digits || at > 14) return 0;
    out[at++] = (unsigned char)(value >> 8);
    out[at++] = (unsigned char)value;
    if (!*text) break;
    if (*text++ != ':' || !*text) return 0;
  }
  if (gap >= 0) {
    if (at == 16) return 0;
    for (int i = at - 1; i >= gap; i--) {
      out[16 - at + i] = out[i];
      out[i] = 0;
    }
    at = 16;
  }
  if (at != 16) return 0;
  __rvl_move(to, out, 16);
  return 1;
}

/* 1 and the bytes, 0 for a text that is not an address, -1 and EAFNOSUPPORT for another family. */
int inet_pton(int family, const char *restrict text, void *restrict to) {
  unsigned char four[4];
  if (family == AF_INET6) return parse_six(text, to);
  if (family != AF_INET) {
    __rvl_set_errno(EAFNOSUPPORT);
    return -1;
  }
  if (!parse_four(text, four)) return 0;
  __rvl_move(to, four, 4);
  return 1;
}

static int write_six(const unsigned char *b, char *to) {
  unsigned words[8];
  int best = -1, most = 1, length = 0;
  for (int i = 0; i < 8; i++) words[i] = (unsigned)b[2 * i] << 8 | b[2 * i + 1];
  for (int i = 0; i < 8; i++) {
    int n = 0;
    while (i + n < 8 && !words[i + n]) n++;
    if (n > most) {
      best = i;
      most = n;
    }
  }
  int mapped = best == 0 && (most == 6 || (most == 5 && words[5] == 0xffff) || (most == 7 && words[7] != 1));
  for (int i = 0; i < 8; i++) {
    if (best >= 0 && i >= best && i < best + most) {
      if (i == best) to[length++] = ':';
      continue;
    }
    if (i) to[length++] = ':';
    if (i == 6 && mapped && most != 7) return length + write_four(b + 12, to + length);
    int shown = 0;
    for (int shift = 12; shift >= 0; shift -= 4) {
      unsigned d = words[i] >> shift & 15;
      if (d || shown || !shift) {
        to[length++] = "0123456789abcdef"[d];
        shown = 1;
      }
    }
  }
  if (best >= 0 && best + most == 8) to[length++] = ':';
  to[length] = 0;
  return length;
}

/* The text of an address; null and ENOSPC without room, EAFNOSUPPORT for another family. */
const char *inet_ntop(int family, const void *restrict from, char *restrict to, socklen_t room) {
  char text[INET6_ADDRSTRLEN];
  unsigned char bytes[16];
  if (family != AF_INET && family != AF_INET6) {
    __rvl_set_errno(EAFNOSUPPORT);
    return 0;
  }
  __rvl_move(bytes, from, family == AF_INET ? 4 : 16);
  int length = family == AF_INET ? write_four(bytes, text) : write_six(bytes, text);
  if ((socklen_t)length >= room) {
    __rvl_set_errno(ENOSPC);
    return 0;
  }
  __rvl_move(to, text, (size_t)length + 1);
  return to;
}
