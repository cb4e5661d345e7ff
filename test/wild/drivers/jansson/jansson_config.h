/* What jansson's configure would write; the flags say which atomics the compiler has. */
#define JSON_INLINE inline
#define JSON_INTEGER_IS_LONG_LONG 1
#define JSON_HAVE_LOCALECONV 0
#define JSON_PARSER_MAX_DEPTH 2048
#ifdef HAVE_ATOMIC_BUILTINS
#define JSON_HAVE_ATOMIC_BUILTINS 1
#endif
