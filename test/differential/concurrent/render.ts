// Writes a tree as C. Only names that are used are declared, so that a shrunk program is short. Freedoms of the environment are macros
// (freedoms.ts): with WRITTEN_OUT defined they are inputs.

import { freedomMacros, unwrittenRead } from "./freedoms.ts";
import type { Condition, ProgramTree, Statement, ThreadTree, Value } from "./tree.ts";

export function render(p: ProgramTree): string {
  const threads = p.threads.map((t, i) => renderThread(p, t, i)).join("\n");
  const main = renderMain(p);
  const bodies = placed(p, `${threads}\n${main}`);
  const needed: string[] = [];
  let text = bodies;
  for (const [name, declaration] of declarations(p).reverse())
    if (new RegExp(`(?<![\\w.>])${name}\\b`).test(text)) {
      needed.unshift(declaration);
      text += declaration;
    }
  const headers = Object.entries(includes).flatMap(([header, names]) => (names.test(text) ? [`#include <${header}>`] : []));
  return `${headers.join("\n")}\n\n${needed.join("\n")}\n\n${bodies}`;
}

const includes: Readonly<Record<string, RegExp>> = {
  "assert.h": /\bassert\(/,
  "pthread.h": /\bpthread_/,
  "semaphore.h": /\bsem_/,
  "stdatomic.h": /\batomic_/,
  "stdint.h": /\buintptr_t\b/,
  "stdlib.h": /\b(malloc|free)\(/,
};

/** Synchronisation objects: the library owns their contents. */
export const synchronisers: ReadonlySet<string> = new Set(["sem", "barrier", "m", "o", "r", "c"]);

/** In the order in which they are written: each may name those before it. */
function declarations(p: ProgramTree): [name: string, declaration: string][] {
  const a = p.atomic ? "_Atomic " : "";
  return [
    ["shared", sharedDeclaration],
    ["__VERIFIER_nondet_bool", "extern _Bool __VERIFIER_nondet_bool(void);"],
    ["__VERIFIER_nondet_uchar", "extern unsigned char __VERIFIER_nondet_uchar(void);"],
    ["__VERIFIER_assume", "extern void __VERIFIER_assume(int);"],
    ["__VERIFIER_atomic_begin", "extern void __VERIFIER_atomic_begin(void);"],
    ["__VERIFIER_atomic_end", "extern void __VERIFIER_atomic_end(void);"],
    ["x", `static ${a}int x;`],
    ["y", `static ${a}int y;`],
    ["b", `static ${a}unsigned char b;`],
    ["n", `static ${a}short n;`],
    ["w", `static ${a}long long w;`],
    ["a", `static ${a}int a[2];`],
    ["s", `static struct pair { ${a}char c; ${a}int i; } s;`],
    ["before", "static struct pair before = {1, 1};"],
    ["u", "static union { int word; short half[2]; } u;"],
    ["f", "static struct { unsigned low : 3, high : 5; } f;"],
    ["p", `static ${a}int *${a}p = ${p.pointer};`],
    ["h", "static int *h;"],
    ["mail", "static int *_Atomic mail;"],
    ["at", "static atomic_int at;"],
    ["flag", "static atomic_flag flag;"],
    ["in", "static int in;"],
    ["ready", "static int ready;"],
    ["sem", "static sem_t sem;"],
    ["barrier", "static pthread_barrier_t barrier;"],
    ["m", "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;"],
    ["o", "static pthread_mutex_t o = PTHREAD_MUTEX_INITIALIZER;"],
    ["r", "static pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;"],
    ["c", "static pthread_cond_t c = PTHREAD_COND_INITIALIZER;"],
    ["go", "static atomic_int go[2];"],
    ["wide", "struct wide { long a, b, c; };\nstatic _Atomic struct wide wide;"],
    ...freedomMacros(p),
  ];
}

const placedNames = ["m", "o", "r", "c", "sem", "barrier"];
const sharedDeclaration =
  "static struct shared { pthread_mutex_t m, o; pthread_rwlock_t r; pthread_cond_t c; sem_t sem; pthread_barrier_t barrier; } *shared;";
/** Initialisation of those that the program does not initialise itself. */
const initialisations: Readonly<Record<string, string>> = {
  m: "pthread_mutex_init(&m, 0);",
  o: "pthread_mutex_init(&o, 0);",
  r: "pthread_rwlock_init(&r, 0);",
  c: "pthread_cond_init(&c, 0);",
};

/** Synchronisation objects on main's stack or on the heap: each thread finds them by a pointer that it reads once. */
function placed(p: ProgramTree, text: string): string {
  const used = placedNames.filter((name) => new RegExp(`&${name}\\b`).test(text));
  if (p.placement === "static" || used.length === 0) return text;
  const make = p.placement === "heap" ? "shared = malloc(sizeof *shared);" : "struct shared own;\n  shared = &own;";
  const ready = used.flatMap((name) => initialisations[name] ?? []);
  return text
    .replace(/(static void \*t\d+\(void \*arg\) \{\n)/g, "$1  struct shared *here = shared;\n")
    .replace("int main(void) {\n", `int main(void) {\n  ${[make, "struct shared *here = shared;", ...ready].join("\n  ")}\n`)
    .replace(new RegExp(`&(${placedNames.join("|")})\\b`, "g"), "&here->$1");
}

function renderThread(p: ProgramTree, t: ThreadTree, index: number): string {
  const child = index === 0 ? p.threads.findIndex((other, i) => i > 0 && other.nested) : -1;
  const lines = renderList(t.body);
  const started = child < 0 ? lines : [`pthread_t inner;`, create(p, child, "inner"), ...lines, "pthread_join(inner, 0);"];
  const body = t.cancelled ? ["pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0);", ...started] : started;
  const ahead = child < 0 ? "" : `static void *t${child}(void *arg);\n`;
  return `${ahead}static void *t${index}(void *arg) {\n${indent([...withLocals(body), "return 0;"])}\n}\n`;
}

function renderMain(p: ProgramTree): string {
  const text = [...p.threads.flatMap((t) => renderList(t.body)), ...renderList(p.beside), ...renderList(p.after)].join("\n");
  const count = p.threads.length + (p.copies ?? 0);
  const own = Array.from({ length: count }, (_, i) => i).filter((i) => i === 0 || !p.threads[i]?.nested);
  const lines: string[] = [`pthread_t t[${count}];`];
  if (/\bBELOW\(/.test(text)) lines.push("LAY_OUT();");
  if (/\barg\b/.test([...renderList(p.beside), ...renderList(p.after)].join())) lines.push("void *arg = (void *)&x;");
  if (/\bsem_/.test(text)) lines.push(`sem_init(&sem, 0, ${p.semaphore});`);
  if (/\bpthread_barrier_wait/.test(text)) lines.push("pthread_barrier_init(&barrier, 0, 2);");
  if (/(?<![\w.])h\b/.test(text)) lines.push("h = malloc(sizeof *h);", "*h = 0;");
  if (p.input !== null) lines.push("in = __VERIFIER_nondet_uchar();", `__VERIFIER_assume(in < ${p.input});`);
  lines.push(
    ...inOneStep(
      p,
      own.map((i) => create(p, i, `t[${i}]`)),
    ),
    ...own.flatMap((i) => (p.threads[i]?.cancelled ? [`pthread_cancel(t[${i}]);`] : [])),
    ...renderList(p.beside),
  );
  if (p.ending === "join")
    lines.push(
      ...inOneStep(
        p,
        own.map((i) => `pthread_join(t[${i}], 0);`),
      ),
      ...renderList(p.after),
    );
  if (p.ending === "exit") lines.push("pthread_exit(0);");
  return `int main(void) {\n${indent([...withLocals(lines), "return 0;"])}\n}\n`;
}

const inOneStep = (p: ProgramTree, lines: readonly string[]): readonly string[] =>
  p.together ? ["__VERIFIER_atomic_begin();", ...lines, "__VERIFIER_atomic_end();"] : lines;

function create(p: ProgramTree, i: number, handle: string): string {
  const which = i < p.threads.length ? i : 0; // a copy of the first
  return `pthread_create(&${handle}, 0, t${which}, (void *)${p.threads[which]?.argument ?? "0"});`;
}

function withLocals(lines: readonly string[]): string[] {
  const isUsed = (local: string): boolean => lines.some((line) => new RegExp(`\\b${local}\\b`).test(line));
  const used = ["k", "l"].filter(isUsed);
  const numbers = used.length === 0 ? [] : [`int ${used.map((local) => `${local} = 0`).join(", ")};`];
  return [...numbers, ...(isUsed("was") ? ["int *was = 0, then = 0;"] : []), ...lines];
}

const indent = (lines: readonly string[]): string => lines.map((line) => `  ${line}`).join("\n");

const renderList = (list: readonly Statement[]): string[] => list.flatMap(renderStatement);

function block(head: string, inner: readonly string[]): string[] {
  return [`${head} {`.trim(), ...inner.map((line) => `  ${line}`), "}"];
}

function renderStatement(s: Statement): string[] {
  switch (s.kind) {
    case "write":
      return [`${s.place} = ${renderValue(s.value)};`];
    case "read":
      return [`${s.local} = ${s.place};`];
    case "update":
      return [`${s.place} ${s.operator} ${s.by};`];
    case "atomic":
    case "compute":
      return [s.text];
    case "section":
      return ["__VERIFIER_atomic_begin();", ...renderList(s.body), "__VERIFIER_atomic_end();"];
    case "lock":
      return s.attempt
        ? block(`if (pthread_mutex_trylock(&${s.mutex}) == 0)`, [...renderList(s.body), `pthread_mutex_unlock(&${s.mutex});`])
        : [`pthread_mutex_lock(&${s.mutex});`, ...renderList(s.body), `pthread_mutex_unlock(&${s.mutex});`];
    case "share":
      return [`pthread_rwlock_${s.write ? "wr" : "rd"}lock(&r);`, ...renderList(s.body), "pthread_rwlock_unlock(&r);"];
    case "unlock":
      return [`pthread_mutex_unlock(&${s.mutex});`];
    case "wait":
      return block("", [
        "int naps = 0;",
        "pthread_mutex_lock(&m);",
        `${s.repeat ? "while" : "if"} (ready == 0) WAIT(&c, &m);`,
        ...(s.notes ? ["k = ready;"] : []),
        "pthread_mutex_unlock(&m);",
      ]);
    case "notify":
      return ["pthread_mutex_lock(&m);", "ready = 1;", `pthread_cond_${s.all ? "broadcast" : "signal"}(&c);`, "pthread_mutex_unlock(&m);"];
    case "post":
      return ["sem_post(&sem);"];
    case "take": {
      const back = s.back ? ["sem_post(&sem);"] : [];
      return s.attempt
        ? block("if (sem_trywait(&sem) == 0)", [...renderList(s.body), ...back])
        : ["sem_wait(&sem);", ...renderList(s.body), ...back];
    }
    case "spin":
      return block(`while (atomic_load_explicit(&go[${s.flag}], memory_order_${s.order}) == 0)`, renderList(s.body));
    case "go":
      return [`atomic_store_explicit(&go[${s.flag}], 1, memory_order_${s.order});`];
    case "barrier":
      return ["pthread_barrier_wait(&barrier);"];
    case "point":
      return [`p = ${s.to};`];
    case "copy":
      return ["s = before;"];
    case "publish":
      return block("", ["int *fresh = MAKE();", ...(s.value === null ? [] : [`*fresh = ${s.value};`]), "mail = fresh;"]);
    case "consume":
      return block("", [
        `int *got = ${s.free ? "atomic_exchange(&mail, (int *)0)" : "mail"};`,
        `if (got != 0) { k = *got & 3;${s.free ? " DROP(got);" : ""} }`,
      ]);
    case "free":
      return ["free(h);"];
    case "unwritten":
      return block("", unwrittenRead(s.form));
    case "remember":
      return ["was = mail;", `then = ${s.place};`];
    case "again": {
      const isSame = s.exchange ? "atomic_compare_exchange_strong(&mail, &was, (int *)0)" : "mail == was";
      return block("", [`int now = ${s.place};`, ...block(`if (was != 0 && ${isSame})`, [...renderList(s.then), "assert(then == now);"])]);
    }
    case "below":
      return [`k = BELOW(${s.first}, ${s.second});`];
    case "weak":
      return s.retry
        ? ["l = atomic_load(&at);", "while (!atomic_compare_exchange_weak(&at, &l, l + 1)) {", "}"]
        : ["l = 0;", "k = WEAK(&at, &l, 2);"];
    case "assert":
      return [`assert(${s.conditions.map(renderCondition).join(" || ")});`];
    case "assume":
      return [`__VERIFIER_assume(${renderCondition(s.condition)});`];
    case "if": {
      const then = block(`if (${renderCondition(s.condition)})`, renderList(s.then));
      return s.else.length === 0 ? then : [...then.slice(0, -1), ...block("} else", renderList(s.else))];
    }
    case "loop":
      return block(`for (int i = 0; i < ${s.times} && ${renderCondition(s.condition)}; i++)`, renderList(s.body));
    case "leave":
      return [`if (${renderCondition(s.condition)}) return 0;`];
  }
}

const renderCondition = (c: Condition): string => `${c.left} ${c.relation} ${c.right}`;

function renderValue(v: Value): string {
  switch (v.kind) {
    case "constant":
      return `${v.value}`;
    case "local":
      return v.plus === 0 ? v.local : `${v.local} + ${v.plus}`;
    case "input":
      return "__VERIFIER_nondet_bool()";
  }
}
