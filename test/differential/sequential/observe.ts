// Adds questions to a generated program. In: a program's tree and a seed. Out: the tree of a program in which some constants depend on
// inputs of small domains, every value that is folded into the checksum or printed is observed, and an assertion at the end is
// about one of them. The question, and whether the inputs are given or arbitrary, is in globals whose images are set after compiling: a
// program is compiled once and checked many times.

import type { Rng } from "../../../src/support/rng.ts";
import { type Block, block, type Expr, expr, type Item, isList, item, type Part, type Program, type Stmt, stmt } from "./tree.ts";
import { type IntType, interestingValue, literal, rangeOf } from "./types.ts";

export interface Observed {
  readonly program: Program;
  /** How many values each input may have. */
  readonly domains: readonly number[];
}

export const maxInputs = 4;
export const maxExpected = 8;
/** Values that are kept of a run. */
export const maxLogged = 512;
/** Asks for the number of values instead of one of them. */
export const howMany = 0xffffffffn;

/** The question: whether the `ask_which`-th observed value is (not) in a set. */
const question = item`extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
#include <assert.h>
#include <string.h>
int ask_arbitrary, ask_member;
unsigned ask_which, ask_count;
unsigned char input[${maxInputs}];
unsigned long long ask_expected[${maxExpected}], seen_value;
unsigned seen_count;
int seen_end;
/** All values, only for the executor, which then has to run once per choice of inputs. */
unsigned long long seen_log[${maxLogged}];
static unsigned long long checksum;
static int see(unsigned long long v) {
  if (seen_count == ask_which) seen_value = v;
  if (!ask_arbitrary && seen_count < ${maxLogged}) seen_log[seen_count] = v;
  seen_count++;
  return 0;
}
static void mix(unsigned long long v) {
  checksum ^= v;
  see(v);
}`;

/** Printed values are observed instead: printing belongs to the library, and is much work for an engine. */
const watch = item`static int see_real(double x) {
  unsigned long long bits = 1;
  if (x == x) memcpy(&bits, &x, sizeof bits);
  return see(bits);
}
static int see_text(const char *s) {
  unsigned long long bits = 0;
  for (int i = 0; s[i] != 0; i++) bits = (bits << 5 | bits >> 59) ^ (unsigned char)s[i];
  return see(bits);
}
#define see_any(x) _Generic((x), float: see_real, double: see_real, char *: see_text, const char *: see_text, default: see)(x)
#define see_0(f)
${Array.from({ length: 16 }, (_, i) => `#define see_${i + 1}(f, x, ...) (void)see_any(x)${i > 0 ? `, see_${i}(f, __VA_ARGS__)` : ""}\n`).join("")}#define see_n(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, N, ...) N
#define printf(...) (see_n(__VA_ARGS__, see_16, see_15, see_14, see_13, see_12, see_11, see_10, see_9, see_8, see_7, see_6, see_5, see_4, see_3, see_2, see_1, see_none)(__VA_ARGS__), 0)
#define see_none(f) (void)0`;

/** Other changes to a program. */
export interface Dress {
  /** printf stays; otherwise what is printed is observed. */
  readonly prints: boolean;
  /** Threads execute main's statements, one thread after the other: their data is shared, but there is still only one order. */
  readonly threads: boolean;
  /** Inputs are read where they are first needed, in the middle of branches and loops; otherwise all at the start. */
  readonly late: boolean;
}

export function observe(program: Program, rng: Rng, dress: Dress): Observed {
  const domains = chooseDomains(rng);
  const name = (i: number): string => (dress.late ? `take(${i})` : `input[${i}]`);
  const replaced = replaceConstants(
    program,
    rng,
    domains.map((_, i) => name(i)),
  );
  const isHeader = (node: Item): boolean => typeof node.parts[0] === "string" && node.parts[0].startsWith("#include");
  const headers = replaced.items.filter(isHeader);
  const rest = replaced.items.filter((node) => !isHeader(node) && !isChecksum(node));
  const choices = domains.map((n, i) => arbitrary(`input[${i}]`, n, rng));
  const start = dress.late ? [] : choices.map((text) => `if (ask_arbitrary) ${text}`);
  const take = item`static unsigned char take(int i) {
  static unsigned char taken[${maxInputs}];
  if (ask_arbitrary && !taken[i]++) {
    switch (i) {
${choices.map((text, i) => `    case ${i}: ${text} break;\n`).join("")}    }
  }
  return input[i];
}`;
  const end = stmt`{
    if (ask_which == ${`${howMany}u`}) seen_value = seen_count;
    seen_end = 1;
    int member = 0;
    for (unsigned i = 0; i < ask_count; i++) member |= seen_value == ask_expected[i];
    assert(member == ask_member);
  }`;
  const main = rest.at(-1) as Item;
  const body = main.parts.find((part): part is Block => typeof part !== "string" && !isList(part) && part.kind === "block") as Block;
  const workers: Item[] = [];
  const inThread = (call: Stmt): Stmt => {
    const name = `worker${workers.length}`;
    workers.push(item`static void *${name}(void *arg) ${block([call, stmt`return arg;`])}`);
    return stmt`{ pthread_t t; pthread_create(&t, NULL, ${name}, NULL); pthread_join(t, NULL); }`;
  };
  const calls = body.items.slice(0, -2).map((call) => (dress.threads && rng.chance(0.6) ? inThread(call) : call));
  const items = [...start.map((text) => stmt`${text}`), ...calls, end, ...body.items.slice(-2)];
  const around = main.parts.map((part) => (part === body ? { ...body, items } : part));
  return {
    program: {
      ...program,
      items: [
        ...headers,
        ...(dress.threads ? [item`#include <pthread.h>`] : []),
        question,
        ...(dress.prints ? [] : [watch]),
        ...(dress.late ? [take] : []),
        ...rest.slice(0, -1),
        ...workers,
        { ...main, parts: around },
      ],
    },
    domains,
  };
}

/** Any number below `n`; an engine finds the values of a small input itself. */
function arbitrary(input: string, n: number, rng: Rng): string {
  if (n === 2 && rng.chance(0.5)) return `${input} = __VERIFIER_nondet_bool();`;
  if (n === 4 && rng.chance(0.5)) return `${input} = 2 * __VERIFIER_nondet_bool() + __VERIFIER_nondet_bool();`;
  return `{ ${input} = __VERIFIER_nondet_uchar(); __VERIFIER_assume(${input} < ${n}); }`;
}

function isChecksum(node: Item): boolean {
  return typeof node.parts[0] === "string" && node.parts[0].startsWith("static unsigned long long checksum");
}

/** None, one or some; never more than eight runs in all. */
function chooseDomains(rng: Rng): number[] {
  return rng.pick([[], [1], [2], [3], [4], [8], [1, 2], [2, 2], [2, 3], [2, 4], [1, 1, 2], [2, 2, 2], [1, 1, 1, 1]]);
}

/** Makes some constants in functions depend on inputs. If all inputs are 0, they have their original values. */
function replaceConstants(program: Program, rng: Rng, inputs: readonly string[]): Program {
  const all = new Set<Expr>();
  for (const node of program.items) collect(node.parts, false, all);
  const chosen = new Map<Expr, Expr>();
  if (inputs.length === 0) return program;
  const places = rng.shuffle([...all]).slice(0, inputs.length + rng.below(3));
  for (const [i, e] of places.entries()) chosen.set(e, varied(e, inputs[i % inputs.length] as string, rng));
  return { ...program, items: program.items.map((node) => ({ ...node, parts: node.parts.map((part) => replace(part, chosen)) })) };
}

function varied(e: Expr, input: string, rng: Rng): Expr {
  const type = e.type as IntType;
  const { lo, hi } = rangeOf(type);
  const near = [e.lo + 1n, e.lo - 1n, e.lo + 2n, 0n, 1n].filter((v) => v >= lo && v <= hi && v !== e.lo);
  const other = literal(type, rng.chance(0.7) && near.length > 0 ? rng.pick(near) : interestingValue(rng, type));
  const form = rng.below(4);
  if (form === 0) return expr(type, null, [`(${type.name})(${input} == 0 ? `, e, ` : ${other})`]);
  if (form === 1) return expr(type, null, [`(${type.name})(`, e, ` ^ ${input})`]);
  if (form === 2) return expr(type, null, [`(${type.name})(`, e, ` - ${input})`]);
  return expr(type, null, [`(${type.name})(`, e, ` + ${input})`]);
}

/** Constants inside blocks. */
function collect(parts: readonly Part[], inside: boolean, into: Set<Expr>): void {
  for (const part of parts) {
    if (typeof part === "string") continue;
    if (isList(part)) collect(part, inside, into);
    else if (part.kind === "block") collect(part.items, true, into);
    else {
      const isStatic = part.kind === "stmt" && typeof part.parts[0] === "string" && part.parts[0].startsWith("static");
      if (isStatic) continue;
      if (inside && part.kind === "expr" && isConstant(part)) into.add(part);
      else collect(part.parts, inside, into);
    }
  }
}

function isConstant(e: Expr): boolean {
  return e.type.kind === "int" && e.type.bits <= 64 && e.lo === e.hi && e.parts.every((part) => typeof part === "string");
}

function replace(part: Part, chosen: ReadonlyMap<Expr, Expr>): Part {
  if (typeof part === "string") return part;
  if (isList(part)) return part.map((p) => replace(p, chosen));
  if (part.kind === "block") return { ...part, items: part.items.map((s) => replace(s, chosen) as Stmt) };
  if (part.kind === "expr") {
    const other = chosen.get(part);
    if (other !== undefined) return other;
  }
  return { ...part, parts: part.parts.map((p) => replace(p, chosen)) };
}
