#define FIRST 11
