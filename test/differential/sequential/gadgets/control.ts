// Gadgets for control flow: recursion, function pointers, variadic functions, computed goto, setjmp, Duff's device.

import { additive, fitSymmetric } from "../arithmetic.ts";
import { anyExpr, condition, intExpr } from "../expressions.ts";
import { defineFunction, randomScalar, scalarParam } from "../functions.ts";
import { type Generator, place } from "../generator.ts";
import { print } from "../output.ts";
import { index, initialiser, leaves, recordPlaces, someStruct } from "../records.ts";
import { statements } from "../statements.ts";
import { cast, type Expr, expr, item, join, type Part, type Stmt, small, stmt, tagged } from "../tree.ts";
import { doubleType, type IntType, type Scalar } from "../types.ts";
import { randomText } from "./memory.ts";

export function recursion(g: Generator): Stmt[] {
  const { rng } = g;
  const type = g.intType();
  const f = g.fresh("rec");
  const twice = rng.chance(0.4);
  const depth = twice ? rng.between(3, 5) : rng.between(4, 20);
  const cost = defineFunction(
    g,
    {
      name: f,
      result: type.name,
      params: [
        { text: "int n", places: [place(g.types.int, () => ["n"], { writable: false, range: { lo: -1n, hi: 20n } })] },
        scalarParam(g, type),
      ],
      pure: true,
    },
    () => {
      const call = (less: number): Expr => expr(type, null, [`${f}(n - ${less}, `, intExpr(g, 1), ")"]);
      // Not `n < 1` alone: a call with n - 2 may pass 0.
      const base = stmt`if (n <= 0) return ${intExpr(g, 2)};`;
      const first = call(1);
      const result = twice
        ? additive(
            g,
            "+",
            first,
            g.beside([first], () => call(2)),
          )
        : additive(
            g,
            rng.pick(["+", "-", "*"]),
            first,
            g.beside([first], () => intExpr(g, 1)),
          );
      return [base, ...statements(g, 1, 1), stmt`return ${result};`];
    },
    "recursion",
  );
  g.spend(cost * (twice ? 2 ** depth : depth));
  const out = [print(g, f, [() => expr(type, null, [`${f}(${depth}, `, intExpr(g, 1), ")"])])];
  if (rng.chance(0.5)) {
    const [even, odd] = [g.fresh("even"), g.fresh("odd")];
    g.items.push(
      tagged(
        item`static int ${odd}(unsigned n, int *steps);
static int ${even}(unsigned n, int *steps) { ++*steps; return n == 0 ? 1 : ${odd}(n - 1, steps); }
static int ${odd}(unsigned n, int *steps) { *steps += 2; return n == 0 ? 0 : ${even}(n - 1, steps); }`,
        "recursion",
        "mutual recursion",
      ),
    );
    const s = g.fresh("steps");
    g.spend(60);
    out.push(
      stmt`int ${s} = 0;`,
      stmt`int ${s}r = ${even}((unsigned)${intExpr(g, 1)} % 23, &${s});`,
      stmt`printf("${even} %d %d\\n", ${s}r, ${s});`,
    );
  }
  return out;
}

export function functionPointers(g: Generator): Stmt[] {
  const { rng } = g;
  const params = Array.from({ length: rng.between(1, 3) }, () => randomScalar(g));
  const result = randomScalar(g);
  const count = rng.pick([2, 4]);
  const names = Array.from({ length: count }, () => g.fresh("op"));
  let most = 0;
  for (const name of names) {
    const cost = defineFunction(g, { name, result: result.name, params: params.map((type) => scalarParam(g, type)), pure: true }, () => [
      ...statements(g, 1, 0),
      stmt`return ${anyExpr(g, 2, result)};`,
    ]);
    most = Math.max(most, cost);
  }
  const types = params.map((type) => type.name).join(", ");
  const table = g.fresh("ops");
  const [fp, apply, typedef] = [g.fresh("fp"), g.fresh("apply"), g.fresh("fn_t")];
  g.items.push(
    item`typedef ${result.name} (*${typedef})(${types});`,
    tagged(
      item`static ${typedef} const ${table}[${count}] = { ${names.map((n, i) => (i % 2 === 0 ? n : `&${n}`)).join(", ")} };`,
      "function table",
    ),
    tagged(
      item`static ${result.name} ${apply}(${typedef} f, ${params.map((type, i) => `${type.name} x${i}`).join(", ")}) { return f(${params.map((_, i) => `x${i}`).join(", ")}); }`,
      "function pointer parameter",
    ),
  );
  g.spend(most * 8);
  const args = (): Part[] => join(g.unsequenced(params.map((type) => () => anyExpr(g, 1, type))));
  const call = (callee: Part, list: Part): Expr => expr(result, null, [callee, "(", list, ")"]);
  return [
    tagged(
      stmt`${result.name} (*${fp})(${types}) = ${condition(g, 1)} ? ${names[0] as string} : *${names[1] as string};`,
      "function pointer",
    ),
    print(g, fp, [() => call(fp, args()), () => call(`(*${fp})`, args())]),
    print(g, table, [() => call([`${table}[`, index(g, count), "]"], args())]),
    stmt`for (int i = 0; i < ${count}; i++) ${g.block(() => [print(g, apply, [() => expr(result, null, [`${apply}(${table}[i], `, args(), ")"])])], { trips: count })}`,
    stmt`printf("${fp} %d %d\\n", ${fp} == ${names[0] as string}, ${table}[${small(0)}] != ${fp});`,
  ];
}

interface Variadic {
  readonly letter: string;
  /** Text inside the switch over the letters; `ap` is the argument list and `h` the hash. */
  readonly take: string;
  readonly give: () => Part;
}

export function variadic(g: Generator): Stmt[] {
  const { rng } = g;
  g.include("stdarg.h");
  // Beyond 16 bytes the memory sanitizer loses track of what is initialised.
  const record = someStruct(g, 16);
  const leaf = leaves(record).find((l) => l.type.kind === "int") ?? null;
  const kinds: Variadic[] = [
    { letter: "i", take: "h = h * 31 + (unsigned)va_arg(ap, int);", give: () => cast(g.types.int, intExpr(g, 1)) },
    { letter: "u", take: "h = h * 31 + va_arg(ap, unsigned);", give: () => cast(g.types.unsigned, intExpr(g, 1)) },
    { letter: "c", take: "h = h * 31 + (unsigned char)va_arg(ap, int);", give: () => cast(g.types.basic[1] as IntType, intExpr(g, 1)) },
    { letter: "l", take: "h = h * 31 + (unsigned long)va_arg(ap, long);", give: () => cast(g.types.basic[8] as IntType, intExpr(g, 1)) },
    { letter: "q", take: "h = h * 31 + (unsigned long long)va_arg(ap, long long);", give: () => cast(g.types.longLong, intExpr(g, 1)) },
    {
      letter: "d",
      take: "{ double d = va_arg(ap, double); h = h * 31 + (d < 0.0) + 2 * (d > 10.0); }",
      give: () => expr(doubleType, null, ["(double)", intExpr(g, 1)]),
    },
    {
      letter: "f",
      take: "h += (unsigned)(int)va_arg(ap, double);",
      give: () => expr({ kind: "float", name: "float", bits: 32 }, null, ["(float)", fitSymmetric(intExpr(g, 1), 1000n)]),
    },
    {
      letter: "s",
      take: "for (const char *s = va_arg(ap, const char *); *s; s++) h = h * 31 + (unsigned char)*s;",
      give: () => `"${randomText(g, 4)}"`,
    },
    { letter: "p", take: "{ int *p = va_arg(ap, int *); h = h * 31 + (unsigned)*p; *p ^= 5; }", give: () => "&target" },
    {
      letter: "S",
      take: `{ ${record.name} s = va_arg(ap, ${record.name}); h = h * 31 + ${leaf === null ? "1" : `(unsigned long long)s${leaf.path}`}; }`,
      give: () => [`(${record.name})`, initialiser(g, record, { depth: 0 })],
    },
  ];
  // Mostly structs: for these, calling conventions are intricate.
  const count = rng.between(4, 8);
  const chosen = rng.chance(0.6)
    ? [...kinds.slice(-1), ...rng.shuffle(kinds.slice(0, -1)).slice(0, count)]
    : rng.shuffle(kinds).slice(0, count);
  const f = g.fresh("va");
  const copies = rng.chance(0.7);
  const inner = `${f}_list`;
  const arms = chosen.map((k) => `    case '${k.letter}': ${k.take} break;`).join("\n");
  g.items.push(
    tagged(
      item`static unsigned long long ${inner}(const char *kinds, va_list ap) {
  unsigned long long h = 17;
  for (; *kinds; kinds++) switch (*kinds) {
${arms}
  }
  return h;
}
static unsigned long long ${f}(const char *kinds, ...) {
  va_list ap;
  va_start(ap, kinds);
${copies ? `  va_list again;\n  va_copy(again, ap);\n  unsigned long long twice = ${inner}(kinds, again);\n  va_end(again);\n` : "  unsigned long long twice = 0;\n"}  unsigned long long h = ${inner}(kinds, ap) + twice * 3;
  va_end(ap);
  return h;
}`,
      "variadic function",
      "va_list parameter",
      ...(copies ? ["va_copy"] : []),
      ...(chosen.some((k) => k.letter === "S") ? ["variadic struct"] : []),
    ),
  );
  const calls = Array.from({ length: 2 }, () => {
    const order = Array.from({ length: rng.between(1, 9) }, () => rng.pick(chosen));
    // No side effects: each argument is generated without knowledge of the others.
    const args = withoutWrites(g, () => order.map((k): Part => [", ", k.give()]));
    return stmt`printf("${f} %llx\\n", ${f}("${order.map((k) => k.letter).join("")}"${args}));`;
  });
  g.spend(120);
  return [tagged(stmt`${g.block(() => [stmt`int target = ${intExpr(g, 1)};`, ...calls, stmt`mix((unsigned)target);`])}`, "variadic call")];
}

/** Runs `make` so that nothing in it writes a local. */
function withoutWrites<T>(g: Generator, make: () => T): T {
  const keys = g.scope.places.flatMap((p) => (p.key === null ? [] : [p.key]));
  const all: Expr = { ...small(0), reads: new Set(keys) };
  return g.beside([all], make);
}

export function computedGoto(g: Generator): Stmt[] {
  const { rng } = g;
  const count = rng.between(2, 4);
  const labels = Array.from({ length: count }, () => g.fresh("C"));
  const [table, code, done, steps] = [g.fresh("jump"), g.fresh("code"), g.fresh("done"), g.fresh("pc")];
  const length = rng.between(3, 7);
  const codes = Array.from({ length }, () => rng.below(count));
  g.spend(length * 10);
  const body: Stmt[] = [
    tagged(stmt`static const void *const ${table}[] = { ${labels.map((l) => `&&${l}`).join(", ")} };`, "computed goto"),
    stmt`static const unsigned char ${code}[] = { ${codes.join(", ")} };`,
    stmt`unsigned ${steps} = 0;`,
    stmt`goto *${table}[${code}[${steps}]];`,
    ...labels.map(
      (label) =>
        stmt`${label}: ${g.block(() => statements(g, 1, 0), { trips: length })} if (++${steps} >= sizeof ${code}) goto ${done}; goto *${table}[${code}[${steps}]];`,
    ),
    stmt`${done}: printf("${done} %u\\n", ${steps});`,
  ];
  return [tagged(stmt`${g.block(() => body)}`, "computed goto")];
}

export function nonLocalJump(g: Generator): Stmt[] {
  const { rng } = g;
  g.include("setjmp.h");
  const [env, deep, count] = [g.fresh("env"), g.fresh("deep"), g.fresh("tries")];
  const depth = rng.between(0, 4);
  const rounds = rng.between(1, 3);
  g.items.push(
    item`static jmp_buf ${env};`,
    tagged(
      item`static int ${deep}(int n, int code) {
  if (n <= 0) longjmp(${env}, code);
  return ${deep}(n - 1, code) + 1;
}`,
      "longjmp",
    ),
  );
  // What changes between setjmp and longjmp is volatile, and nothing else of this function changes there.
  const code = rng.pick([`${count} + 1`, "0", `100 + ${count}`]);
  g.spend(rounds * depth * 5 + 20);
  if (rng.chance(0.5)) {
    return [
      stmt`volatile int ${count} = 0;`,
      tagged(
        stmt`switch (setjmp(${env})) ${g.block(() => [
          stmt`case 0: ${count} = ${count} + 1; ${deep}(${depth}, 3);`,
          stmt`case 3: printf("${env} three %d\\n", ${count}); if (${count} < ${rounds + 1}) { ${count} = ${count} + 1; ${deep}(0, 3); } break;`,
          stmt`default: printf("${env} other\\n");`,
        ])}`,
        "setjmp",
        "longjmp",
      ),
    ];
  }
  return [
    stmt`volatile int ${count} = 0;`,
    tagged(
      stmt`if (setjmp(${env}) == 0) ${g.block(() => [stmt`printf("${env} first\\n");`])} else ${g.block(() => [stmt`printf("${env} again %d\\n", ${count});`])}`,
      "setjmp",
    ),
    tagged(
      stmt`if (${count} < ${rounds}) ${g.block(() => [stmt`${count} = ${count} + 1;`, stmt`${deep}(${depth}, ${code});`])}`,
      "longjmp",
    ),
  ];
}

export function duffsDevice(g: Generator): Stmt[] {
  const [n, sum] = [g.fresh("n"), g.fresh("sum")];
  g.spend(60);
  const type = g.rng.pick(g.types.unsignedAll);
  const step: Part = expr(type, null, [
    `${sum} = (${type.name})(${sum} * 3u + `,
    withoutWrites(g, () => cast(g.types.unsigned, intExpr(g, 1))),
    ")",
  ]);
  return [
    stmt`int ${n} = (int)(${intExpr(g, 1)} & 15) + 1;`,
    stmt`${type.name} ${sum} = 1;`,
    stmt`int ${n}r = (${n} + 3) / 4;`,
    tagged(
      stmt`switch (${n} % 4) { case 0: do { ${step}; case 3: ${sum}++; case 2: ${sum} ^= 0x5a; case 1: ${sum} += 7; } while (--${n}r > 0); }`,
      "switch",
      "fall-through",
      "switch into loop",
    ),
    stmt`printf("${sum} %llu\\n", (unsigned long long)${sum});`,
  ];
}

export function enums(g: Generator): Stmt[] {
  const { rng } = g;
  const tag = g.fresh("kind");
  const start = rng.pick([0, -3, 10, 1000]);
  const names = Array.from({ length: 4 }, (_, i) => `${tag.toUpperCase()}_${i}`);
  g.items.push(
    tagged(
      item`enum ${tag} { ${names[0] as string} = ${start}, ${names[1] as string}, ${names[2] as string} = ${start + 7}, ${names[3] as string} = ${names[1] as string} + 20 };`,
      "enum",
    ),
  );
  const v = g.fresh("k");
  const f = g.fresh("f");
  g.items.push(
    tagged(
      item`static const char *${f}(enum ${tag} k) {
  switch (k) {
${names.map((n) => `    case ${n}: return "${n}";`).join("\n")}
  }
  return "none";
}`,
      "enum",
      "switch",
    ),
  );
  g.spend(30);
  const pick = expr(g.types.int, null, ["(int)(", intExpr(g, 1), " & 31)"]);
  return [
    stmt`enum ${tag} ${v} = ${condition(g, 1)} ? ${rng.pick(names)} : ${rng.pick(names)};`,
    stmt`printf("${v} %s %d %s %d\\n", ${f}(${v}), (int)${v} + 1, ${f}((enum ${tag})(${Math.max(start, 0)} + ${pick})), (int)sizeof(enum ${tag}));`,
  ];
}

/** A function whose parameters are structs and scalars mixed, more than the registers hold. */
export function manyArguments(g: Generator): Stmt[] {
  const f = g.fresh("many");
  const types: (Scalar | null)[] = Array.from({ length: g.rng.between(7, 12) }, () => (g.rng.chance(0.25) ? null : randomScalar(g)));
  const records = types.map(() => someStruct(g));
  const params = types.map((type, i) => {
    if (type !== null) return scalarParam(g, type);
    const name = g.fresh("a");
    const record = records[i] as (typeof records)[number];
    return { text: `${record.name} ${name}`, places: recordPlaces(record, name) };
  });
  const result = g.types.longLong;
  const cost = defineFunction(
    g,
    { name: f, result: result.name, params, pure: true },
    () => [...statements(g, 3, 1), stmt`return ${intExpr(g, 3)};`],
    "many parameters",
  );
  g.spend(cost);
  const args = withoutWrites(g, () =>
    types.map(
      (type, i): Part =>
        type === null
          ? [`(${(records[i] as (typeof records)[number]).name})`, initialiser(g, records[i] as (typeof records)[number], { depth: 0 })]
          : anyExpr(g, 1, type),
    ),
  );
  return [stmt`printf("${f} %lld\\n", ${f}(${join(args)}));`];
}
