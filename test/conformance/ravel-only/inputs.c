// inputs: 0
// expect: 0
// inputs: 1 1
// expect: 1
// inputs: 2 1
// expect: 1
// inputs: 3 -2
// expect: -2
// inputs: 4 -3
// expect: -3
// inputs: 5 -4
// expect: 252
// inputs: 6 -5
// expect: 251
// inputs: 7 -6
// expect: -6
// inputs: 8 -7
// expect: 65529
// inputs: 9 -8
// expect: -8
// inputs: 10 -9
// expect: 4294967287
// inputs: 11 -10
// expect: 4294967286
// inputs: 12 -11
// expect: 4294967285
// inputs: 13 -12
// expect: -12
// inputs: 14 13
// expect: 13
// inputs: 15 -14
// expect: -14
// inputs: 16 0xfffffffffffffff1
// expect: -15
// inputs: 17 16
// expect: 16
// inputs: 18 -17
// expect: -17
// inputs: 19 -18
// expect: -18
// inputs: 20 -19
// expect: -19
// inputs: 21 20
// expect: 20
// inputs: 22 -21
// expect: -21
// inputs: 23 -22
// expect: -22
// inputs: 24 -23
// expect: -23
// inputs: 25 -24
// expect: -24
// inputs: 26 -25
// expect: -25
// inputs: 27 -26
// expect: -26
// inputs: 28 -27
// expect: -27
// inputs: 29 -28
// expect: -28
// inputs: 30 -29
// expect: 227
// inputs: 31 -30
// expect: 65506
// inputs: 32 -31
// expect: 4294967265
// inputs: 33 -32
// expect: -32
// inputs: 34 -33
// expect: 223
// inputs: 35 -34
// expect: 65502
// inputs: 36 -35
// expect: 4294967261
// inputs: 37 -36
// expect: -36
// inputs: 38 37
// expect: 37
// inputs: 39 38
// expect: 38
// inputs: 40 39
// expect: 39
// inputs: 41 0x42280000
// expect: 42
// inputs: 42 0x4045800000000000
// expect: 43
// inputs: 43 1
// expect: 1
// inputs: 44 -45
// expect: -45
// inputs: 45 -46
// expect: 210
// inputs: 46 -47
// expect: -47
// inputs: 47 -48
// expect: 65488
// inputs: 48 -49
// expect: -49
// inputs: 49 -50
// expect: 4294967246
// inputs: 50 -51
// expect: 4294967245
// inputs: 51 -52
// expect: -52
// inputs: 52 53
// expect: 53
// inputs: 53 54 55
// expect: 14134
// Every kind of input has the width and the sign of its type, and comes as it is given.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define INPUT(type, name) extern type name(void)
INPUT(_Bool, __VERIFIER_nondet_bool);
INPUT(_Bool, __VERIFIER_nondet__Bool);
INPUT(char, __VERIFIER_nondet_char);
INPUT(signed char, __VERIFIER_nondet_schar);
INPUT(unsigned char, __VERIFIER_nondet_uchar);
INPUT(unsigned char, __VERIFIER_nondet_unsigned_char);
INPUT(short, __VERIFIER_nondet_short);
INPUT(unsigned short, __VERIFIER_nondet_ushort);
INPUT(int, __VERIFIER_nondet_int);
INPUT(unsigned, __VERIFIER_nondet_uint);
INPUT(unsigned, __VERIFIER_nondet_unsigned);
INPUT(unsigned, __VERIFIER_nondet_unsigned_int);
INPUT(long, __VERIFIER_nondet_long);
INPUT(unsigned long, __VERIFIER_nondet_ulong);
INPUT(long long, __VERIFIER_nondet_longlong);
INPUT(unsigned long long, __VERIFIER_nondet_ulonglong);
INPUT(size_t, __VERIFIER_nondet_size_t);
INPUT(ptrdiff_t, __VERIFIER_nondet_ssize_t);
INPUT(long long, __VERIFIER_nondet_loff_t);
INPUT(unsigned long long, __VERIFIER_nondet_sector_t);
INPUT(unsigned long, __VERIFIER_nondet_pthread_t);
INPUT(int8_t, __VERIFIER_nondet_s8);
INPUT(int16_t, __VERIFIER_nondet_s16);
INPUT(int32_t, __VERIFIER_nondet_s32);
INPUT(int64_t, __VERIFIER_nondet_s64);
INPUT(int8_t, __VERIFIER_nondet_S8);
INPUT(int16_t, __VERIFIER_nondet_S16);
INPUT(int32_t, __VERIFIER_nondet_S32);
INPUT(int64_t, __VERIFIER_nondet_S64);
INPUT(uint8_t, __VERIFIER_nondet_u8);
INPUT(uint16_t, __VERIFIER_nondet_u16);
INPUT(uint32_t, __VERIFIER_nondet_u32);
INPUT(uint64_t, __VERIFIER_nondet_u64);
INPUT(uint8_t, __VERIFIER_nondet_U8);
INPUT(uint16_t, __VERIFIER_nondet_U16);
INPUT(uint32_t, __VERIFIER_nondet_U32);
INPUT(uint64_t, __VERIFIER_nondet_U64);
INPUT(void *, __VERIFIER_nondet_pointer);
INPUT(char *, __VERIFIER_nondet_pchar);
INPUT(char *, __VERIFIER_nondet_charp);
INPUT(float, __VERIFIER_nondet_float);
INPUT(double, __VERIFIER_nondet_double);
INPUT(_Bool, nondet_bool);
INPUT(char, nondet_char);
INPUT(unsigned char, nondet_uchar);
INPUT(short, nondet_short);
INPUT(unsigned short, nondet_ushort);
INPUT(int, nondet_int);
INPUT(unsigned, nondet_uint);
INPUT(unsigned, nondet_unsigned);
INPUT(long, nondet_long);
INPUT(unsigned long, nondet_ulong);
extern void __VERIFIER_nondet_memory(void *, size_t);

static long long one_of(int which) {
  unsigned char bytes[2] = {0, 0};
  switch (which) {
    case 1: return __VERIFIER_nondet_bool();
    case 2: return __VERIFIER_nondet__Bool();
    case 3: return __VERIFIER_nondet_char();
    case 4: return __VERIFIER_nondet_schar();
    case 5: return __VERIFIER_nondet_uchar();
    case 6: return __VERIFIER_nondet_unsigned_char();
    case 7: return __VERIFIER_nondet_short();
    case 8: return __VERIFIER_nondet_ushort();
    case 9: return __VERIFIER_nondet_int();
    case 10: return __VERIFIER_nondet_uint();
    case 11: return __VERIFIER_nondet_unsigned();
    case 12: return __VERIFIER_nondet_unsigned_int();
    case 13: return __VERIFIER_nondet_long();
    case 14: return (long long)__VERIFIER_nondet_ulong();
    case 15: return __VERIFIER_nondet_longlong();
    case 16: return (long long)__VERIFIER_nondet_ulonglong();
    case 17: return (long long)__VERIFIER_nondet_size_t();
    case 18: return __VERIFIER_nondet_ssize_t();
    case 19: return __VERIFIER_nondet_loff_t();
    case 20: return (long long)__VERIFIER_nondet_sector_t();
    case 21: return (long long)__VERIFIER_nondet_pthread_t();
    case 22: return __VERIFIER_nondet_s8();
    case 23: return __VERIFIER_nondet_s16();
    case 24: return __VERIFIER_nondet_s32();
    case 25: return __VERIFIER_nondet_s64();
    case 26: return __VERIFIER_nondet_S8();
    case 27: return __VERIFIER_nondet_S16();
    case 28: return __VERIFIER_nondet_S32();
    case 29: return __VERIFIER_nondet_S64();
    case 30: return __VERIFIER_nondet_u8();
    case 31: return __VERIFIER_nondet_u16();
    case 32: return __VERIFIER_nondet_u32();
    case 33: return (long long)__VERIFIER_nondet_u64();
    case 34: return __VERIFIER_nondet_U8();
    case 35: return __VERIFIER_nondet_U16();
    case 36: return __VERIFIER_nondet_U32();
    case 37: return (long long)__VERIFIER_nondet_U64();
    case 38: return (intptr_t)__VERIFIER_nondet_pointer();
    case 39: return (intptr_t)__VERIFIER_nondet_pchar();
    case 40: return (intptr_t)__VERIFIER_nondet_charp();
    case 41: return (long long)__VERIFIER_nondet_float();
    case 42: return (long long)__VERIFIER_nondet_double();
    case 43: return nondet_bool();
    case 44: return nondet_char();
    case 45: return nondet_uchar();
    case 46: return nondet_short();
    case 47: return nondet_ushort();
    case 48: return nondet_int();
    case 49: return nondet_uint();
    case 50: return nondet_unsigned();
    case 51: return nondet_long();
    case 52: return (long long)nondet_ulong();
    case 53:
      __VERIFIER_nondet_memory(bytes, sizeof bytes);
      return bytes[0] | bytes[1] << 8;
    default: return which;
  }
}

int main(void) {
  printf("%lld\n", one_of(__VERIFIER_nondet_int()));
  return 0;
}
