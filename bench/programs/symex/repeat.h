/* REPEAT(statement): the statement N times, one after the other, as the papers unroll loops. N has at most three digits. */
#ifndef REPEAT_H
#define REPEAT_H

#define TIMES_0(s)
#define TIMES_1(s) s
#define TIMES_2(s) s s
#define TIMES_3(s) s s s
#define TIMES_4(s) s s s s
#define TIMES_5(s) s s s s s
#define TIMES_6(s) s s s s s s
#define TIMES_7(s) s s s s s s s
#define TIMES_8(s) s s s s s s s s
#define TIMES_9(s) s s s s s s s s s
#define TIMES_10(s) TIMES_5(s s)
#define TIMES_11(s) TIMES_10(s) s
#define TIMES_20(s) TIMES_10(s s)
#define TIMES_50(s) TIMES_10(s s s s s)
#define TIMES_100(s) TIMES_10(TIMES_10(s))
#define TIMES_200(s) TIMES_100(s s)
#define TIMES_OF(n, s) TIMES_##n(s)
#define TIMES(n, s) TIMES_OF(n, s)
#define REPEAT(s) TIMES(N, s)

#endif
