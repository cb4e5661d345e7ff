// Statements in the body of a loop that work on the thread's own memory: the data is `d`, four unsigned numbers; `p` points into it, `pp` to
// `p`, `s` is a struct with a copy `t`, `u` a union. Constants are expressions, so that inputs can replace them. All arithmetic is unsigned, so nothing overflows.

import type { Generator } from "../generator.ts";
import { type Expr, item, type Stmt, small, stmt, tagged } from "../tree.ts";

/** What a body may do apart from changing data. */
export interface Body {
  /** The counter of the loop around, or any number. */
  readonly count: string;
  /** The counter is incremented before the body: `continue` still makes progress. */
  readonly continues: boolean;
  readonly breaks: boolean;
  readonly leaves: string | null;
}

const number = (g: Generator, most = 7): Expr => small(g.rng.below(most + 1));

/** The data of a frame or of a block. */
export function declareData(g: Generator): Stmt[] {
  g.include("string.h");
  g.once(
    "own",
    () => item`struct own { unsigned x; unsigned char c[4]; unsigned y; };
union either { unsigned whole; unsigned short half[2]; unsigned char byte[4]; struct { unsigned low : 5, mid : 11, high : 16; } bits; };
static unsigned deed_late[4] = { 11, 12, 13, 14 }, deed_later = 15;
static unsigned deed_add(unsigned *at) { return *at += 3; }
static unsigned deed_twice(unsigned *at) { *at *= 2; return *at + 1; }
static unsigned deed_look(unsigned *at) { return *at & 7; }
static unsigned (*const deeds[3])(unsigned *) = { deed_add, deed_twice, deed_look };
static unsigned deed_deep(unsigned n, unsigned *up) {
  unsigned own[3] = { n, n + 1, *up };
  if (n == 0) return own[2] & 15;
  own[n % 3] += deed_deep(n - 1, &own[(n + 1) % 3]);
  *up ^= own[1];
  return own[0] + own[2];
}
static unsigned deed_find(const unsigned *from, unsigned what) {
  for (unsigned i = 0; i < 4; i++) {
    if (from[i] == what) return i;
    if ((from[i] & 3) == 3) continue;
    if (from[i] > 1000) return 9;
  }
  return 4;
}`,
  );
  return [
    stmt`unsigned d[4] = { ${number(g)}, ${number(g)}, ${number(g)}, ${number(g)} };`,
    stmt`unsigned *p = d + ${number(g, 3)}, **pp = &p;`,
    stmt`struct own s = { ${number(g)}, { 1, 2, ${number(g)}, 4 }, ${number(g)} }, t = s;`,
    stmt`union either u = { ${number(g)} };`,
  ];
}

export function showData(g: Generator): Stmt[] {
  return g.rng
    .shuffle([
      stmt`for (int i = 0; i < 4; i++) mix(d[i]);`,
      stmt`mix(p - d);`,
      stmt`mix(**pp);`,
      stmt`mix(s.x + s.c[2]); mix(t.y + t.c[1]);`,
      stmt`mix(u.whole);`,
      stmt`mix(deed_later); mix(deed_late[${g.rng.below(4)}]);`,
    ])
    .slice(0, g.rng.between(2, 4));
}

/** A condition on the data. */
export function dataCondition(g: Generator, count: string): Expr {
  const { rng } = g;
  const k = number(g, 3);
  const texts = [
    [`(d[${rng.below(4)}] & 3) == `, k],
    [`*p > `, k],
    [`(**pp & 1) != (d[${rng.below(4)}] & 1)`],
    [`${count} == `, k],
    [`(${count} & 1)`],
    [`s.c[${rng.below(4)}] < `, k],
    [`p == d + `, k],
    [`u.byte[${rng.below(4)}] == `, k],
    [`u.bits.mid != t.c[1]`],
  ];
  return { ...k, lo: 0n, hi: 1n, parts: ["(", ...(rng.pick(texts) as (string | Expr)[]), ")"] };
}

export function deed(g: Generator, body: Body): Stmt {
  const { rng } = g;
  const [a, b, c] = rng.shuffle([0, 1, 2, 3]) as [number, number, number, number];
  const k = (most = 7): Expr => number(g, most);
  const when = (): Expr => dataCondition(g, body.count);
  const forms: readonly (readonly [number, () => Stmt])[] = [
    [4, () => stmt`d[${a}] ${rng.pick(["+=", "-=", "^=", "*=", "|=", "&=", "="])} ${k()};`],
    [3, () => stmt`*p = *p * 3 + ${k()};`],
    [3, () => stmt`p = p == d + 3 ? d : p + 1;`],
    [2, () => stmt`p = &d[(p - d + ${k()}) & 3];`],
    [2, () => stmt`*pp = d + (${body.count} & 3);`],
    [2, () => stmt`**pp += (unsigned)${body.count};`],
    [3, () => stmt`d[${a}] = ${when()} ? d[${b}]++ : --d[${c}];`],
    [2, () => stmt`${when()} ? (d[${a}] += ${k()}) : (void)0, d[${b}] ^= 1;`],
    [2, () => stmt`${when()} && d[${a}]++ > ${k()} && (d[${b}] = ${k()});`],
    [3, () => stmt`if (${when()}) d[${a}] = ${k()}; else d[${b}] += d[${c}];`],
    // Memory that exists from the start, and may first be accessed on one side of a branch.
    [2, () => stmt`if (${when()}) deed_later += ${k()};`],
    [2, () => stmt`if (${when()}) deed_late[${a}] ^= ${k()}; else d[${b}] += deed_late[${c}];`],
    [3, () => stmt`mix(d[${a}]);`],
    [2, () => stmt`mix(*p);`],
    [2, () => stmt`t = s; s.x += ${k()};`],
    [2, () => stmt`s.c[${body.count} & 3] ^= ${k()}; if (${when()}) s = t;`],
    [1, () => stmt`{ struct own *q = ${when()} ? &s : &t; q->y += ${k()}; struct own copy = *q; s.x ^= copy.y; }`],
    [2, () => stmt`memcpy(&d[${a}], &s.c[${rng.below(3)}], ${k(2)});`],
    [2, () => stmt`memmove((char *)d + ${k(4)}, (char *)d + ${k(4)}, ${k(7)});`],
    [2, () => stmt`memset((unsigned char *)d + ${k(8)}, (int)(${body.count} & 255), ${k(4)});`],
    [1, () => stmt`d[${a}] += memcmp(&s, &t, ${k(4)}) < 0;`],
    [2, () => stmt`u.byte[${body.count} & 3] = (unsigned char)d[${a}]; d[${b}] ^= u.whole;`],
    [2, () => stmt`u.half[${rng.below(2)}] += ${k()}; mix(u.byte[${rng.below(4)}]);`],
    [2, () => stmt`u.bits.${rng.pick(["low", "mid", "high"])} += ${k()}; d[${a}] += u.half[${rng.below(2)}];`],
    [2, () => stmt`d[${a}] += deeds[(unsigned)${body.count} % 3](&d[${b}]);`],
    [2, () => stmt`d[${a}] ^= deeds[*p % 3](*pp);`],
    [2, () => stmt`d[${a}] += deed_deep(${k(4)}, &d[${b}]);`],
    [2, () => stmt`d[${a}] += deed_find(d, ${k()});`],
    [
      3,
      () =>
        stmt`switch ((unsigned)(${body.count}${rng.chance(0.5) ? ` + d[${c}]` : ""}) & 3) { case 0: d[${a}]++; ${body.continues ? "continue;" : "break;"} case 1: d[${b}] ^= ${k()}; ${rng.chance(0.5) ? "break;" : ""} default: d[${c}] += d[${a}]; ${rng.chance(0.3) ? "case 3:;" : ""} }`,
    ],
    [body.continues ? 3 : 0, () => stmt`if (${when()}) continue;`],
    [body.breaks ? 2 : 0, () => stmt`if (${when()}) break;`],
    [body.leaves === null ? 0 : 2, () => stmt`if (${when()}) { d[${a}] += ${k()}; ${body.leaves as string} }`],
  ];
  return tagged(rng.weighted(forms)(), "deed");
}
