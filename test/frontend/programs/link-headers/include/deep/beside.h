#define BESIDE 7
