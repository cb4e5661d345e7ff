// Addresses as text and as bytes, and the order of bytes.
#include <arpa/inet.h>
#include <byteswap.h>
#include <endian.h>
#include <errno.h>
#include <stdio.h>

static void six(const char *text) {
  unsigned char bytes[16];
  char again[INET6_ADDRSTRLEN] = "";
  int result = inet_pton(AF_INET6, text, bytes);
  printf("%s: %d", text, result);
  if (result == 1) printf(" %s", inet_ntop(AF_INET6, bytes, again, sizeof again));
  printf("\n");
}

int main(void) {
  const char *old[] = {"1.2.3.4", "127.1", "0x7f.0.0.1", "010.1.2.3", "256.1.1.1", "1.2.3", "1.2.3.4.5", "", "1.2.3.4 x", "4294967295", "1..2"};
  for (unsigned i = 0; i < sizeof old / sizeof *old; i++) {
    struct in_addr a = {0};
    int result = inet_aton(old[i], &a);
    printf("%s: %d %08x %08x\n", old[i], result, ntohl(a.s_addr), ntohl(inet_addr(old[i])));
  }
  struct in_addr some = {htonl(0xc0a80a01)};
  printf("%s\n", inet_ntoa(some));
  const char *strict[] = {"1.2.3.4", "01.2.3.4", "1.2.3", "1.2.3.256", "1.2.3.4.", "255.255.255.255"};
  for (unsigned i = 0; i < sizeof strict / sizeof *strict; i++) {
    struct in_addr a = {0};
    char text[INET_ADDRSTRLEN];
    int result = inet_pton(AF_INET, strict[i], &a);
    printf("%s: %d %s\n", strict[i], result, inet_ntop(AF_INET, &a, text, sizeof text));
  }
  const char *sixes[] = {"::", "::1", "1::", "2001:db8::1", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7", "::ffff:1.2.3.4", "1::2::3", ":1", "12345::",
                         "fe80::1:0:0:1", "1:0:0:2:0:0:0:3", "::1.2.3.4", "g::"};
  for (unsigned i = 0; i < sizeof sixes / sizeof *sixes; i++) six(sixes[i]);
  char little[4];
  int none = inet_ntop(AF_INET, &some, little, sizeof little) == NULL;
  printf("%d %d\n", none, errno == ENOSPC);
  int other = inet_pton(99, "1.2.3.4", &some);
  printf("%d %d\n", other, errno == EAFNOSUPPORT);
  printf("%x %x %x %x\n", htons(0x1234), ntohs(0x1234), htonl(0x12345678), ntohl(0x12345678));
  printf("%x %x %llx %x %x\n", htobe16(0x1234), be32toh(0x12345678), (unsigned long long)htobe64(0x1234), htole32(5), bswap_32(1));
  printf("%d\n", BYTE_ORDER == LITTLE_ENDIAN);
  return 0;
}
