// Random programs over a few objects that are read and written in pieces of several widths. In: a seed. Out: the text of the program without a claim, and what a claim may speak of.
//
// Two unions, a pair of bit-fields, integers, an atomic and the locals that threads keep: bytes written by one thread become halves of what another one reads. Which orders a run took can be told
// from what is left in the end, so that a claim about the final values (claims.ts) singles out few of them.

import { Rng } from "../../../src/support/rng.ts";

/** An object whose final value is observed. */
export interface Watched {
  /** As the object is called in the program. */
  readonly name: string;
  /** In C. */
  readonly value: string;
  readonly bytes: number;
  /** Of its bytes, the first that counts. */
  readonly from: number;
}

export interface FinalsProgram {
  readonly watched: readonly Watched[];
  /** With a statement that main executes after the joins. */
  render(claim: string): string;
}

const declarations = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

union words { unsigned char b[16]; unsigned short h[8]; unsigned w[4]; unsigned long long d[2]; };
static union words u, v = {{1, 2, 3, 4, 5, 6, 7, 8}};
static union { struct { unsigned char low : 4, high : 4, whole; } bits; unsigned short all; } f;
static int x, y;
static signed char c;
static _Atomic unsigned a;
static unsigned char *p = u.b;
static int kept[3];
static _Bool in;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
`;

const integer = (name: string, bytes: number, value = name, from = 0): Watched => ({ name, value, bytes, from });

const plain: readonly Watched[] = [
  integer("u", 8, "u.d[0]"),
  integer("u", 8, "u.d[1]", 8),
  integer("v", 8, "v.d[0]"),
  integer("v", 8, "v.d[1]", 8),
  integer("f", 2, "f.all"),
  integer("x", 4),
  integer("y", 4),
  integer("c", 1),
  integer("a", 4),
];

export function generate(seed: number): FinalsProgram {
  const rng = new Rng(seed);
  const count = rng.weighted([
    [6, 2],
    [4, 3],
  ]);
  const hasInput = rng.chance(0.3);
  const drawing = new Drawing(rng, hasInput);
  const bodies = Array.from({ length: count }, () => drawing.thread(count === 2 ? rng.between(1, 3) : rng.chance(0.3) ? 2 : 1));
  // What a thread writes in pieces, another one copies as a whole.
  if (rng.chance(0.35)) bodies.splice(0, 2, drawing.pieces(), [...drawing.whole(), ...(rng.chance(0.3) ? drawing.statement(1) : [])]);
  const main = rng.chance(0.1) ? drawing.statement(1) : [];
  const kept = bodies.flatMap((body, i) => (keeps(body) ? [integer("kept", 4, `kept[${i}]`, 4 * i)] : []));
  const text = [...bodies.flat(), ...main].join("\n");
  // An object that no thread touches is the same in the end.
  const isTouched = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(text) || (name === "u" && /\bp\b/.test(text));
  const watched = [...plain.filter(({ name }) => isTouched(name)), ...kept];
  return { watched, render: (claim) => render(bodies, main, hasInput, claim) };
}

/** Steps that no claim can tell apart are left out: all interleavings are tried. */
const keeps = (body: readonly string[]): boolean => body.some((line) => /\bk\b/.test(line));

function render(bodies: readonly (readonly string[])[], main: readonly string[], hasInput: boolean, claim: string): string {
  const threads = bodies.map((body, i) =>
    block(`static void *t${i}(void *arg)`, [...(keeps(body) ? ["int k = 0;", ...body, `kept[${i}] = k;`] : body), "return 0;"]),
  );
  const lines = [
    ...(keeps(main) ? ["int k = 0;"] : []),
    `pthread_t t[${bodies.length}];`,
    ...(hasInput ? ["in = __VERIFIER_nondet_bool();"] : []),
    ...inOneStep(bodies.map((_, i) => `pthread_create(&t[${i}], 0, t${i}, 0);`)),
    ...main,
    ...inOneStep(bodies.map((_, i) => `pthread_join(t[${i}], 0);`)),
    ...(claim === "" ? [] : [claim]),
    "return 0;",
  ];
  return `${declarations}\n${[...threads, block("int main(void)", lines)].map((t) => t.join("\n")).join("\n\n")}\n`;
}

const inOneStep = (lines: readonly string[]): readonly string[] => ["__VERIFIER_atomic_begin();", ...lines, "__VERIFIER_atomic_end();"];

const block = (head: string, lines: readonly string[]): string[] => [`${head} {`, ...lines.map((line) => `  ${line}`), "}"];

const unionSize = 16;
/** Of unions, by the width of a piece in bytes. */
const pieces: readonly (readonly [letter: string, bytes: number])[] = [
  ["b", 1],
  ["h", 2],
  ["w", 4],
  ["d", 8],
];

class Drawing {
  /** Most accesses meet: they are to the same four bytes. */
  readonly #meeting: number;
  #last = 0;

  constructor(
    readonly rng: Rng,
    readonly hasInput: boolean,
  ) {
    this.#meeting = 4 * rng.below(unionSize / 4);
  }

  thread(length: number): string[] {
    return Array.from({ length }, () => this.statement(0)).flat();
  }

  statement(depth: number): string[] {
    const { rng } = this;
    const nested = depth < 2 ? 1 : 0;
    return rng.weighted<() => string[]>([
      [8, () => [`${this.#place()} = ${this.#number()};`]],
      [6, () => [`k = ${this.#place()};`]],
      [4, () => [`${this.#place()} = k;`]],
      [4, () => [`${this.#place()} = ${this.#place()};`]],
      [5, () => [`${this.#place()} ${rng.pick(["+=", "-=", "|=", "^="])} ${this.#number()};`]],
      [3, () => [`k ${rng.pick(["+=", "^="])} ${this.#place()};`]],
      [4, () => [this.#copy()]],
      [2, () => [`memset(u.b + ${rng.below(4)}, ${rng.between(1, 3)}, ${rng.pick([1, 2, 3, 4, 8, 12])});`]],
      [2, () => (rng.chance(0.5) ? ["v = u;"] : ["u = v;"])],
      [2, () => [`p = ${rng.pick(["u", "v"])}.b + ${rng.below(16)};`]],
      [2, () => [this.#atomic()]],
      [4 * nested, () => this.#branch(depth)],
      [
        2 * nested,
        () =>
          block(`for (int i = 0; i < 2; i++)`, [
            `${rng.pick(["u.b[i]", "v.h[i]", "u.w[i]"])} = ${rng.pick(["v.b[i + 1]", "u.h[1 - i]", "k", "i + 1"])};`,
          ]),
      ],
      [3 * nested, () => ["pthread_mutex_lock(&m);", ...this.#several(depth), "pthread_mutex_unlock(&m);"]],
      [2 * nested, () => this.#section(depth)],
    ])();
  }

  #several(depth: number): string[] {
    return Array.from({ length: this.rng.between(1, 2) }, () => this.statement(depth + 1)).flat();
  }

  #branch(depth: number): string[] {
    const then = this.statement(depth + 1);
    if (this.rng.chance(0.5)) return block(`if (${this.#condition()})`, then);
    const all = block(`if (${this.#condition()})`, then);
    return [...all.slice(0, -1), "} else {", ...this.statement(depth + 1).map((line) => `  ${line}`), "}"];
  }

  /** Its own sections do not nest, and do not lock. */
  #section(depth: number): string[] {
    const { rng } = this;
    const waits = rng.chance(0.25) ? [`__VERIFIER_assume(${rng.pick(["x", "u.b[0]", "a", "f.all", "c"])} != 0);`] : [];
    const inside = Array.from({ length: rng.between(1, 2) }, () => this.statement(2)).flat();
    return depth > 0 ? inside : ["__VERIFIER_atomic_begin();", ...waits, ...inside, "__VERIFIER_atomic_end();"];
  }

  /** Parts of one width, in any order. */
  pieces(): string[] {
    const { rng } = this;
    const [letter, bytes] = rng.pick(pieces);
    const left = Array.from({ length: unionSize / bytes }, (_, i) => i);
    const count = Math.min(left.length, rng.between(2, 4));
    const order = Array.from({ length: count }, () => left.splice(rng.below(left.length), 1)[0] as number);
    if (rng.chance(0.6)) order.sort((a, b) => a - b);
    return order.map((i) => `u.${letter}[${i}] = ${rng.between(1, 3)};`);
  }

  whole(): string[] {
    return this.rng.pick([
      ["v = u;"],
      ["memcpy(&v, &u, sizeof v);"],
      ["memcpy(v.b + 1, u.b + 2, 12);"],
      ["memmove(u.b + 4, u.b, 12);"],
      ["for (int i = 0; i < 4; i++) v.w[i] = u.w[i];"],
      ["for (int i = 3; i >= 0; i--) v.w[3 - i] ^= u.w[i];"],
      ["union words own = u;", "v = own;"],
      ["k = memcmp(&u, &v, 12) != 0;"],
    ]);
  }

  #copy(): string {
    const { rng } = this;
    const [to, from] = rng.chance(0.7) ? (rng.chance(0.5) ? ["u", "v"] : ["v", "u"]) : ["u", "u"];
    const bytes = rng.pick([1, 2, 3, 4, 6, 8, 12]);
    return `${to === from ? "memmove" : "memcpy"}(${to}.b + ${rng.below(5)}, ${from}.b + ${rng.below(5)}, ${bytes});`;
  }

  #atomic(): string {
    return this.rng.pick([
      "a += 1;",
      "a *= 2;",
      "k = atomic_fetch_add(&a, 2);",
      "k = atomic_exchange(&a, k + 1);",
      "{ unsigned old = 0; k = atomic_compare_exchange_strong(&a, &old, 3); }",
      "a = x;",
      "x = a;",
    ]);
  }

  #place(): string {
    const { rng } = this;
    if (rng.chance(0.75)) return this.#piece("u", this.#meeting, 4);
    return rng.weighted<() => string>([
      [6, () => this.#piece(rng.pick(["u", "v"]), 0, unionSize)],
      [3, () => rng.pick(["x", "y", "c"])],
      [2, () => rng.pick(["f.bits.low", "f.bits.high", "f.bits.whole", "f.all"])],
      [1, () => "*p"],
    ])();
  }

  /** One that meets these bytes. */
  #piece(union: string, from: number, size: number): string {
    const { rng } = this;
    const [letter, bytes] = rng.pick(pieces);
    const first = Math.floor(from / bytes);
    return `${union}.${letter}[${rng.between(first, Math.max(first, (from + size) / bytes - 1))}]`;
  }

  /** Mostly another one each time: it tells who wrote last. */
  #number(): string {
    const { rng } = this;
    if (rng.chance(0.5)) return String(++this.#last);
    return rng.chance(0.5) ? String(rng.between(0, 3)) : rng.pick(["0x0102", "0x01020304", "127", "255", "0x10", "-1"]);
  }

  #condition(): string {
    const { rng } = this;
    if (this.hasInput && rng.chance(0.3)) return rng.pick(["in", "!in"]);
    return rng.chance(0.5) ? this.#place() : `${this.#place()} ${rng.pick(["==", "!=", "<", ">"])} ${rng.between(0, 3)}`;
  }
}
