// Programs whose unseen side does more than compute and access memory: it ends the process. A program that is `safe` with a number of runs shows that the
// side is skipped; the others are unsafe through what the side does on the way, or through what it makes happen.

import type { PhantomProgram } from "./phantom-programs.ts";

/** Sides that end the process. */
export const endings: readonly PhantomProgram[] = [
  {
    name: "a side that ends the process",
    verdict: "safe",
    runs: 1,
    threads: ["if (x == 1) exit(0); y = 1;", "x = 1;"],
    after: "assert(y == 1);",
  },
  {
    name: "a side that ends the process two calls deep",
    verdict: "safe",
    runs: 1,
    before: "static void stop(void) { abort(); } static void check(void) { if (z == 0) stop(); }",
    threads: ["if (x == 1) check(); y = 1;", "x = 1;"],
    after: "assert(y == 1);",
  },
  {
    name: "a side that ends the process after a long loop",
    verdict: "safe",
    runs: 1,
    threads: ["if (x == 1) { for (int i = 0; i < 100; i++) z = i; exit(0); } y = 1;", "x = 1;"],
    after: "assert(y == 1);",
  },
  {
    name: "others read what the side writes before the process ends",
    verdict: "unsafe",
    threads: ["if (x == 1) { y = 5; exit(0); }", "x = 1; k = y; assert(k != 5);"],
    after: "",
  },
  {
    name: "others read several values before the process ends",
    verdict: "unsafe",
    threads: ["if (x == 1) { y = 5; y = 6; abort(); }", "x = 1; k = y; l = y; assert(!(k == 5 && l == 6));"],
    after: "",
  },
  {
    name: "the side ends the process, or continues",
    verdict: "unsafe",
    threads: ["if (x == 1) { if (z == 1) exit(0); y = 1; }", "z = 1; x = 1; z = 0;"],
    after: "assert(y == 0);",
  },
  {
    name: "the side fails before it ends the process",
    verdict: "unsafe",
    threads: ["if (x == 1) { assert(y == 0); exit(0); }", "y = 1; x = 1;"],
    after: "",
  },
  {
    name: "an exit handler fails",
    verdict: "unsafe",
    before: "static void handler(void) { assert(y == 0); }",
    first: "atexit(handler);",
    threads: ["if (x == 1) exit(0);", "x = 1; y = 1;"],
    after: "y = 0;",
  },
  {
    name: "another thread reads what an exit handler writes",
    verdict: "unsafe",
    before: "static void handler(void) { z = 3; }",
    first: "atexit(handler);",
    threads: ["if (x == 1) exit(0);", "x = 1; k = z; assert(k != 3);"],
    after: "",
  },
  {
    name: "an exit handler that an unseen side registers",
    verdict: "unsafe",
    before: "static void handler(void) { assert(0); }",
    threads: ["if (x == 1) { if (z == 1) atexit(handler); }", "x = 1; z = 1;", "if (x == 1) exit(0);"],
    after: "_Exit(0);",
  },
  {
    name: "a function that runs at the end of the process",
    verdict: "unsafe",
    before: "__attribute__((destructor)) static void last(void) { assert(y == 0); }",
    threads: ["if (x == 1) exit(0);", "x = 1; y = 1;"],
    after: "y = 0;",
  },
  {
    name: "a handler of abort",
    verdict: "unsafe",
    before: "#include <signal.h>\nstatic void handler(int s) { (void)s; assert(y == 0); }",
    first: "signal(SIGABRT, handler);",
    threads: ["if (x == 1) abort();", "x = 1; y = 1;"],
    after: "y = 0;",
  },
];
