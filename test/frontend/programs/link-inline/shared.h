static inline int squared(int x) { return x * x; }
inline int cubed(int x) { return x * squared(x); }
inline int plain(int x) { return x + 1; }
static inline int counted(void) { static int n = 5; return ++n; }
extern inline __attribute__((gnu_inline)) int quick(int x);
extern inline __attribute__((gnu_inline)) int quick(int x) { return x - 1; }
