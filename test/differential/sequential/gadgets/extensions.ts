// Gadgets for constructs of real C beyond the core of the language: objects with methods, integers made from pointers, anonymous
// members, and the extensions of gcc that clang shares (typeof, cleanup, constructor, local labels, …).

import { condition, intExpr } from "../expressions.ts";
import { defineFunction, scalarParam } from "../functions.ts";
import { type Generator, place } from "../generator.ts";
import { print } from "../output.ts";
import { statements } from "../statements.ts";
import { cast, expr, item, type Stmt, stmt, tagged } from "../tree.ts";
import type { IntType } from "../types.ts";

/** A struct of function pointers and a context passed as void *. */
export function objects(g: Generator): Stmt[] {
  const type = g.intType();
  const [tag, object, self] = [g.fresh("object"), g.fresh("ob"), g.fresh("state")];
  const methods = Array.from({ length: g.rng.between(1, 3) }, () => g.fresh("method"));
  g.items.push(
    tagged(
      item`struct ${tag} { void *context; ${type.name} (*methods[${methods.length}])(struct ${tag} *, ${type.name}); const char *name; };`,
      "struct with pointers",
    ),
  );
  for (const name of methods) {
    const state = place(g.types.unsigned, () => ["(*(unsigned *)self->context)"], { tags: ["void pointer"] });
    const argument = scalarParam(g, type);
    const cost = defineFunction(
      g,
      { name, result: type.name, params: [{ text: `struct ${tag} *self`, places: [state] }, argument], pure: true },
      () => [...statements(g, 2, 1), stmt`return ${intExpr(g, 2)};`],
    );
    g.spend(cost * 2);
  }
  const last = methods.length - 1;
  return [
    stmt`unsigned ${self} = (unsigned)${intExpr(g, 1)};`,
    tagged(
      stmt`struct ${tag} ${object} = { .context = &${self}, .methods = { ${methods.join(", ")} }, .name = "${tag}" };`,
      "struct with pointers",
      "void pointer",
    ),
    stmt`for (int i = 0; i < ${methods.length}; i++) printf("%s %lld\\n", ${object}.name, (long long)${object}.methods[i](&${object}, (${type.name})(i * 9)));`,
    print(g, object, [() => expr(type, null, [`${object}.methods[${last}](&${object}, `, intExpr(g, 1), ")"])]),
    stmt`printf("${self} %u\\n", ${self});`,
  ];
}

/** Pointers as integers: alignment, tag bits, differences in bytes. */
export function addresses(g: Generator): Stmt[] {
  const type = g.rng.pick(g.types.basic.filter((t) => t.bits >= 16)) as IntType;
  const [a, bits, back] = [g.fresh("cells"), g.fresh("bits"), g.fresh("back")];
  const at = g.rng.below(4);
  g.scope.places.push(place(type, () => [`${a}[${at}]`], { addressable: true, tags: ["array element"] }));
  return [
    stmt`${type.name} ${a}[4] = { ${g.rng.below(99)}, 1, 2, ${g.rng.below(99)} };`,
    tagged(stmt`uintptr_t ${bits} = (uintptr_t)&${a}[${at}];`, "pointer to int"),
    stmt`printf("${bits} %d %d\\n", (int)(${bits} % _Alignof(${type.name})), (int)(${bits} - (uintptr_t)${a}));`,
    stmt`${bits} |= 1;`,
    tagged(stmt`${type.name} *${back} = (${type.name} *)(${bits} & ~(uintptr_t)1);`, "int to pointer"),
    stmt`*${back} = ${cast(type, intExpr(g, 1))};`,
    tagged(
      stmt`printf("${back} %lld %d %d %d\\n", (long long)${a}[${at}], ${back} == ${a} + ${at}, ${back} != NULL, (int)((char *)(${back} + 1) - (char *)${back}));`,
      "pointer difference",
      "pointer comparison",
    ),
  ];
}

export function anonymousMembers(g: Generator): Stmt[] {
  const tag = g.fresh("variant");
  const v = g.fresh("va");
  const [small, large] = [g.intType(), g.types.uint64];
  g.items.push(
    tagged(
      item`struct ${tag} {
  enum { ${tag.toUpperCase()}_SMALL, ${tag.toUpperCase()}_LARGE } kind;
  union { ${small.name} one; ${large.name} many; struct { uint16_t low, high; }; };
  _Static_assert(sizeof(${large.name}) == 8, "eight bytes");
};`,
      "anonymous member",
      "union",
    ),
  );
  const member = (name: string, type: IntType) => place(type, () => [`${v}.${name}`], { tags: ["anonymous member"] });
  const shorts = g.types.named.find((t) => t.name === "uint16_t") as IntType;
  const own = [member("many", large), member("low", shorts), member("high", shorts)];
  return [
    stmt`struct ${tag} ${v} = { .kind = ${tag.toUpperCase()}_LARGE, .many = ${intExpr(g, 1)} };`,
    ...g.only(own, () => statements(g, 2, 0)),
    stmt`printf("${v} %d %llx %x %x\\n", ${v}.kind, (unsigned long long)${v}.many, ${v}.low, ${v}.high);`,
  ];
}

export function gnuExtensions(g: Generator): Stmt[] {
  const { rng } = g;
  const [x, y, z, guard, swap, label] = [g.fresh("x"), g.fresh("y"), g.fresh("z"), g.fresh("guard"), g.fresh("SWAP"), g.fresh("again")];
  const type = g.intType();
  g.items.push(
    tagged(item`static void ${guard}(int *p) { printf("${guard} %d\\n", *p); mix((unsigned long long)*p); }`, "cleanup"),
    item`#define ${swap}(a, b) do { __typeof__(a) t_ = (a); (a) = (b); (b) = t_; } while (0)`,
  );
  const scoped = [
    stmt`__attribute__((cleanup(${guard}))) int ${guard}a = ${rng.below(50)};`,
    stmt`__attribute__((cleanup(${guard}))) int ${guard}b = ${rng.below(50)};`,
    stmt`if (${condition(g, 1)}) ${guard}a++;`,
  ];
  const jumps = [
    stmt`__label__ ${label};`,
    stmt`int n = 0;`,
    stmt`${label}: n++;`,
    stmt`if (n < 4) goto ${label};`,
    stmt`mix((unsigned)n);`,
  ];
  return [
    tagged(stmt`__auto_type ${x} = ${cast(type, intExpr(g, 1))};`, "__auto_type"),
    tagged(stmt`__typeof__(${x}) ${y} = ${intExpr(g, 1)};`, "typeof"),
    stmt`${swap}(${x}, ${y});`,
    tagged(stmt`long long ${z} = ${intExpr(g, 1)} ?: 17;`, "op ?: without middle"),
    print(g, x, [() => expr(type, null, [x]), () => expr(type, null, [y]), () => expr(g.types.longLong, null, [z])]),
    tagged(stmt`${g.block(() => scoped)}`, "cleanup"),
    tagged(stmt`${g.block(() => jumps)}`, "local label"),
    stmt`printf("${z} %d %d\\n", __builtin_types_compatible_p(__typeof__(${x}), ${type.name}), __builtin_choose_expr(sizeof(long) == 8, 64, 32));`,
  ];
}

/** Code that runs before main. */
export function constructors(g: Generator): Stmt[] {
  const [name, v] = [g.fresh("before"), g.fresh("early")];
  g.items.push(
    item`static unsigned ${v} = ${g.rng.below(1000)};`,
    tagged(
      item`__attribute__((constructor)) static void ${name}(void) { ${v} = ${v} * 3 + 1; printf("${name} %u\\n", ${v}); }`,
      "constructor",
    ),
  );
  return [stmt`printf("${v} %u\\n", ${v}++);`];
}

/** Out of several loops at once. */
export function nestedExit(g: Generator): Stmt[] {
  const [out, i, j, found] = [g.fresh("Out"), g.fresh("i"), g.fresh("j"), g.fresh("found")];
  const [n, m] = [g.rng.between(2, 6), g.rng.between(2, 6)];
  g.spend(n * m * 6);
  const test = [
    stmt`${found}++;`,
    tagged(
      stmt`if ((${i} * 7 + ${j} * 3 + ${found}) % ${g.rng.between(5, 40)} == ${g.rng.below(5)}) goto ${out};`,
      "goto",
      "goto out of loops",
    ),
  ];
  return [
    stmt`int ${found} = 0, ${i}, ${j} = 0;`,
    tagged(
      stmt`for (${i} = 0; ${i} < ${n}; ${i}++) ${g.block(() => [stmt`for (${j} = 0; ${j} < ${m}; ${j}++) ${g.block(() => test)}`])}`,
      "for loop",
      "nested loop",
    ),
    stmt`${out}: printf("${out} %d %d %d\\n", ${i}, ${j}, ${found});`,
  ];
}
