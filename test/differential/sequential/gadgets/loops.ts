// Loops that count in memory: the counter is not a variable of the loop but an element, a member, a byte, a bit-field, a block on the heap,
// accessed through pointers, and the body (deeds.ts) also works on memory. An engine that only follows registers sees no change from one
// iteration to the next. Every loop terminates: the body never changes the counter, which reaches its limit in any case.

import type { Generator } from "../generator.ts";
import { block, item, type Part, type Stmt, small, stmt, tagged } from "../tree.ts";
import { type Body, dataCondition, declareData, deed, showData } from "./deeds.ts";

interface Counter {
  /** Declarations, with the counter at 0. */
  readonly declare: readonly Stmt[];
  readonly at: string;
  /** Statements that add one. */
  readonly step: readonly string[];
  readonly drop: string | null;
  readonly free: string;
}

function counter(g: Generator): Counter {
  const { rng } = g;
  const n = g.fresh("n");
  const q = `${n}q`;
  const plain = (declare: readonly Stmt[], at: string, free = ""): Counter => ({
    declare,
    at,
    step: [`${at}++;`, `++${at};`, `${at} += 1;`, `${at} = ${at} + 1;`],
    drop: `${at}--;`,
    free,
  });
  const type = rng.pick(["int", "unsigned", "unsigned char", "long", "short"]);
  // Memory that exists from the start, and is first used in the loop.
  const untouched = rng.chance(0.5);
  switch (rng.below(13)) {
    case 0:
      return plain([stmt`${type} ${n}[3] = { 5, 0, 7 }, *${q} = ${n} + 1;`], `${q}[0]`);
    case 1:
      return plain([stmt`${type} ${n} = 0, *${q} = &${n}, **${q}${q} = &${q};`], rng.pick([`(**${q}${q})`, `(*${q}${q})[0]`]));
    case 2:
      g.include("stdlib.h");
      return plain([stmt`${type} *${q} = calloc(3, sizeof *${q});`], `${q}[${rng.below(3)}]`, `free(${q});`);
    case 3:
      return plain([stmt`static ${type} ${n}; ${type} *${q} = &${n};${untouched ? "" : ` *${q} = 0;`}`], `(*${q})`);
    case 4:
      g.items.push(item`${rng.pick(["static ", "static _Thread_local ", "volatile "])}${type} ${n};`);
      return plain(untouched ? [] : [stmt`${n} = 0;`], n);
    case 5:
      return plain([stmt`struct { char a; struct { ${type} b, c; } in; } ${n} = { 1, { 2, 0 } }, *${q} = &${n};`], `${q}->in.c`);
    case 6:
      return plain([stmt`struct { unsigned a : 3, b : 9, c : 20; } ${n} = { 5, 0, 77 }, *${q} = &${n};`], `${q}->b`);
    case 7:
      return plain([stmt`unsigned ${n} = 0; unsigned char *${q} = (unsigned char *)&${n};`], `${q}[${rng.below(4)}]`);
    case 8:
      g.include("string.h");
      return {
        declare: [stmt`unsigned char ${n}[6] = { 1, 0, 0, 0, 0, 2 };`, stmt`unsigned ${q} = 0;`],
        at: `(memcpy(&${q}, ${n} + 1, 4), ${q})`,
        step: [`memcpy(&${q}, ${n} + 1, 4); ${q}++; memcpy(${n} + 1, &${q}, 4); ${q} = 0;`],
        drop: null,
        free: "",
      };
    case 9:
      g.once(
        "step_up",
        () => item`static int step_up(int *at) { return ++*at; }
static int step_seen(const int *at) { return *at; }`,
      );
      return { declare: [stmt`int ${n}[2] = { 9, 0 };`], at: `step_seen(&${n}[1])`, step: [`step_up(${n} + 1);`], drop: null, free: "" };
    case 10:
      return plain([stmt`union { ${type} a; unsigned char b[8]; } ${n}[2] = { { 3 }, { 0 } }, *${q} = ${n} + 1;`], `${q}->a`);
    case 11:
      // A list that grows: the counter is the position of the pointer.
      return {
        declare: [stmt`int ${n}[24] = { 0 }, *${q} = ${n}, **${q}${q} = &${q};`],
        at: `(int)(*${q}${q} - ${n})`,
        step: [`++*${q}${q};`, `*(*${q}${q})++ = 1;`, `${q}++;`],
        drop: null,
        free: "",
      };
    default:
      // Two digits: every second iteration the low one has its earlier value again.
      return {
        declare: [stmt`unsigned char ${n}[2] = { 0, 0 };`],
        at: `(${n}[0] + 2 * ${n}[1])`,
        step: [`if (${n}[0] == 1) { ${n}[0] = 0; ${n}[1]++; } else ${n}[0]++;`, `${n}[1] += ${n}[0]; ${n}[0] ^= 1;`],
        drop: null,
        free: "",
      };
  }
}

/** One loop with its body. */
function loop(g: Generator, depth: number, leaves: string | null): Stmt[] {
  const { rng } = g;
  const c = counter(g);
  const limit = small(rng.between(1, depth > 0 ? 5 : 3));
  const step = rng.pick(c.step);
  const body = (continues: boolean): Part => {
    const rules: Body = { count: c.at, continues, breaks: true, leaves };
    const inner = depth > 0 && rng.chance(0.35) ? loop(g, depth - 1, leaves) : [];
    const deeds = Array.from({ length: rng.between(depth > 0 ? 0 : 1, 3) }, () => deed(g, rules));
    return [...deeds, ...inner, ...(rng.chance(0.3) ? [deed(g, rules)] : [])].flatMap((s) => [s, " "]);
  };
  const done = c.free === "" ? [] : [stmt`${c.free}`];
  const forms: (() => Stmt)[] = [
    () => stmt`do { ${body(false)}${step} } while (${c.at} < ${limit});`,
    () => stmt`do { ${step} ${body(true)}} while (${c.at} < ${limit});`,
    () => stmt`while (${c.at} < ${limit}) { ${step} ${body(true)}}`,
    () => stmt`while (${c.at} != ${limit}) { ${body(false)}${step} }`,
    () => stmt`for (;;) { if (${c.at} >= ${limit}) break; ${step} ${body(true)}}`,
    () => {
      const out = g.fresh("out");
      return stmt`for (;;) { if (${c.at} >= ${limit}) goto ${out}; ${step} ${body(true)}} ${out}:;`;
    },
    () => {
      const again = g.fresh("again");
      return stmt`${again}: ${step} do { ${body(true)}} while (0); if (${c.at} < ${limit}) goto ${again};`;
    },
    // Every second iteration only flips a flag.
    () => {
      const mind = g.fresh("mind");
      return stmt`{ int ${mind}[2] = { 0, 0 }; do { if (${mind}[0] ^= 1) continue; ${step} ${body(true)}} while (${c.at} < ${limit}); }`;
    },
    // The loop iterates several times before the counter changes.
    () => {
      const wait = g.fresh("wait");
      return stmt`{ unsigned char ${wait}[2] = { ${small(rng.between(1, 3))}, 0 }; while (${c.at} < ${limit}) { if (${wait}[1]++ < ${wait}[0]) continue; ${wait}[1] = 0; ${step} ${body(true)}} }`;
    },
  ];
  const { drop } = c;
  if (drop !== null)
    forms.push(
      () => stmt`for (${c.at} = ${limit}; ${c.at} > 0; ) { ${drop} ${body(true)}}`,
      () => stmt`{ ${c.at} = ${limit}; while (${c.at}) { ${body(false)}${drop} } }`,
    );
  const made = rng.pick(forms)();
  return [...c.declare, tagged(made, "loop over memory"), stmt`mix((unsigned long long)${c.at});`, ...done];
}

/** In the frame itself. */
export function memoryLoop(g: Generator): Stmt[] {
  g.spend(200);
  return [stmt`${block([...declareData(g), ...loop(g, 1, null), ...showData(g)])}`];
}

/** In a separate function, which may return early; then its heap blocks are not freed. */
export function leavingLoop(g: Generator): Stmt[] {
  g.spend(400);
  const f = g.fresh("leaving");
  const data = declareData(g);
  const loops = loop(g, 1, "mix(d[1]); return d[0];");
  g.items.push(item`static unsigned ${f}(void) ${block([...data, ...loops, ...showData(g), stmt`return *p;`])}`);
  return [stmt`mix(${f}());`, ...(g.rng.chance(0.4) ? [stmt`mix(${f}());`] : [])];
}

/** Loops over data of the caller's, one after the other. */
export function sharedData(g: Generator): Stmt[] {
  g.spend(400);
  const f = g.fresh("works");
  const data = declareData(g);
  const inner = loop(g, 0, "return;");
  g.items.push(
    item`static void ${f}(unsigned *d, unsigned **pp, struct own *sp, int again) ${block([
      stmt`unsigned *p = d; struct own s = *sp, t = s; union either u = { d[1] };`,
      ...inner,
      stmt`*sp = s; *pp = p; d[3] ^= u.whole + t.x;`,
      stmt`if (again > 0) ${f}(d, pp, sp, again - 1);`,
    ])}`,
  );
  return [stmt`${block([...data, stmt`${f}(d, pp, &s, ${small(g.rng.below(3))});`, ...showData(g)])}`];
}

/** A small counter that wraps around in its type. */
export function wraparound(g: Generator): Stmt[] {
  const { rng } = g;
  g.spend(200);
  const type = rng.pick(["unsigned char", "unsigned short", "unsigned"]);
  const start = { "unsigned char": 256, "unsigned short": 65536, unsigned: 2 ** 32 }[type] as number;
  const n = g.fresh("n");
  const rules: Body = { count: `${n}[0]`, continues: true, breaks: true, leaves: null };
  const far = small(rng.between(2, 9));
  const by = small(rng.between(1, 3));
  const forms = [
    () => stmt`do { ${n}[0] += ${by}; ${deed(g, rules)} } while (${n}[0] > 100);`,
    () => stmt`for (; ${n}[0] > 100; ${n}[0] += ${by}) { ${deed(g, rules)} ${deed(g, rules)} }`,
    () =>
      stmt`while ((${type})(${n}[0] + 20) < 60) { ++${n}[0]; if (${dataCondition(g, `${n}[0]`)}) { ${n}[0]++; continue; } ${deed(g, rules)} }`,
  ];
  const items = [stmt`${type} ${n}[1] = { (${type})(${start - 1}u - ${far}) };`, rng.pick(forms)(), stmt`mix(${n}[0]);`];
  return [stmt`${block([...declareData(g), ...items, ...showData(g)])}`];
}

/** Only deeds, one after the other. */
export function manyDeeds(g: Generator): Stmt[] {
  g.spend(60);
  const n = g.fresh("n");
  const rules: Body = { count: n, continues: false, breaks: false, leaves: null };
  const deeds = Array.from({ length: g.rng.between(3, 9) }, () => deed(g, rules));
  return [stmt`${block([...declareData(g), stmt`int ${n} = ${small(g.rng.below(9))};`, ...deeds, ...showData(g)])}`];
}
