/* What liburcu's configure would write. */
#define CONFIG_RCU_SMP 1
#define CONFIG_RCU_HAVE_CLOCK_GETTIME 1
#define CONFIG_RCU_TLS __thread
