/* libestr's configure would write more; string.c needs none of it. */
