// Freedoms of the environment in generated programs. In: a tree. Out: macros for the places where a freedom may be used. By default they are
// plain C; with WRITTEN_OUT defined the freedom is an input of the program: unwritten memory is filled from inputs, heap
// objects come from a pool in which any free slot may be the next, objects have ranks, and spurious failures and wake-ups depend on an
// input. A search that tries every input of the second program is the reference for all engines on the first.

import { allStatements, type ProgramTree, type Target, type UnwrittenForm } from "./tree.ts";

const bit = "__VERIFIER_nondet_bool()";

/** Declarations by name, in the order in which they are written. */
export function freedomMacros(p: ProgramTree): [name: string, declaration: string][] {
  const isPooled = [...allStatements(p)].some((s) => s.kind === "again");
  const made = isPooled ? pool(p) : filled;
  return [
    ["two", "struct two { unsigned char a, b; };"],
    ["bits", "struct bits { unsigned a : 1, b : 1; };"],
    ["second", "static int second(struct two two) { return two.b; }"],
    ["FRESH", either("#define FRESH(type, name, ...) type name = __VA_ARGS__", "#define FRESH(type, name, ...) type name")],
    ["(?:MAKE|DROP)", either(made, "#define MAKE() ((int *)malloc(sizeof(int)))\n#define DROP(p) free(p)")],
    ["(?:BELOW|LAY_OUT)", either(ranks(p), "#define BELOW(a, b) ((uintptr_t)(a) < (uintptr_t)(b))\n#define LAY_OUT() (void)0")],
    ["WAIT", either(waking, "#define WAIT(c, m) pthread_cond_wait(c, m)")],
    ["WEAK", either(failing, "#define WEAK(a, e, v) atomic_compare_exchange_weak(a, e, v)")],
  ];
}

const either = (writtenOut: string, plain: string): string => `#ifdef WRITTEN_OUT\n${writtenOut}\n#else\n${plain}\n#endif`;

/** An object with an unwritten bit, and the read of that bit. */
export function unwrittenRead(form: UnwrittenForm): string[] {
  const fresh = (type: string, name: string): string => `FRESH(${type}, ${name}, {0, ${bit}});`;
  switch (form) {
    case "local":
      return [`FRESH(unsigned char, byte, ${bit});`, "unsigned char *at_byte = &byte;", "k = *at_byte & 1;"];
    case "member":
      return [fresh("struct two", "two"), "two.a = 1;", "k = two.b & 1;"];
    case "handed":
      return [fresh("struct two", "two"), "two.a = 1;", "k = second(two) & 1;"];
    case "copied":
      return [fresh("struct two", "two"), "two.a = 1;", "struct two copy = two;", "k = (copy.b & 1) + 2 * ((copy.b ^ two.b) & 1);"];
    case "bits":
      return [fresh("struct bits", "bits"), "bits.a = 1;", "k = bits.b;"];
  }
}

const filled = `static int *made(void) { int *p = malloc(sizeof *p); *p = ${bit} + 2 * ${bit}; return p; }
#define MAKE() made()
#define DROP(p) free(p)`;

/** As many slots as objects are allocated: the next unused one, or any free one. */
function pool(p: ProgramTree): string {
  const made = [...allStatements(p)].filter((s) => s.kind === "publish");
  const count = 2 * made.length; // some may be in a loop
  const content = made.some((s) => s.value === null) ? `\n  place[i] = ${bit} + 2 * ${bit};` : "";
  return `static int place[${count}], used[${count}], begun;
static int *made(void) {
  __VERIFIER_atomic_begin();
  int i = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(i <= begun && i < ${count});
  __VERIFIER_assume(!used[i]);
  used[i] = 1;${content}
  begun += i == begun;
  __VERIFIER_atomic_end();
  return &place[i];
}
static void drop(int *p) {
  __VERIFIER_atomic_begin();
  used[p - place] = 0;
  __VERIFIER_atomic_end();
}
#define MAKE() made()
#define DROP(p) drop(p)`;
}

const objectOf = (t: Target): string => t.replace(/\W/g, "");

/** The objects that are compared, in any order. */
function ranks(p: ProgramTree): string {
  const compared = [...new Set([...allStatements(p)].flatMap((s) => (s.kind === "below" ? [s.first, s.second] : [])))].map(objectOf);
  const chosen = compared.map((o) => `rank_${o} = ${bit} + 2 * ${bit}; __VERIFIER_assume(rank_${o} < ${compared.length});`);
  const distinct = compared.flatMap((a, i) => compared.slice(i + 1).map((b) => `__VERIFIER_assume(rank_${a} != rank_${b});`));
  return `static int ${compared.map((o) => `rank_${o}`).join(", ")};
static int rank_of(void *p) { return ${compared.map((o) => `p == (void *)${targetOf(o)} ? rank_${o} : `).join("")}0; }
static void lay_out(void) { ${[...chosen, ...distinct].join(" ")} }
#define BELOW(a, b) (rank_of((void *)(a)) < rank_of((void *)(b)))
#define LAY_OUT() lay_out()`;
}

const targetOf = (name: string): string => ({ x: "&x", y: "&y", a1: "&a[1]", si: "&s.i" })[name] ?? name;

/** Once in each loop: further times make no difference. */
const waking = `static void wait_or_nap(pthread_cond_t *c, pthread_mutex_t *m, int *naps) {
  if (*naps == 0 && ${bit}) { *naps = 1; pthread_mutex_unlock(m); pthread_mutex_lock(m); } else pthread_cond_wait(c, m);
}
#define WAIT(c, m) wait_or_nap(c, m, &naps)`;

const failing = `static int weak(atomic_int *a, int *e, int v) {
  if (${bit}) { *e = atomic_load(a); return 0; }
  return atomic_compare_exchange_strong(a, e, v);
}
#define WEAK(a, e, v) weak(a, e, v)`;
