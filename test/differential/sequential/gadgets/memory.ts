// Gadgets for objects in memory: arrays, pointers into them, variable-length arrays, alloca, the heap, globals with
// initialisers, string literals.

import { intExpr } from "../expressions.ts";
import { defineFunction } from "../functions.ts";
import { type Generator, place } from "../generator.ts";
import { printPlaces } from "../output.ts";
import { dumpFunction, index, initialiser, recordPlaces, someStruct } from "../records.ts";
import { statements } from "../statements.ts";
import { expr, item, join, type Part, type Stmt, small, stmt, tagged } from "../tree.ts";
import { type IntType, interestingValue, literal, typeKey } from "../types.ts";

function values(g: Generator, count: number, depth: number): Part[] {
  return join(g.unsequenced(Array.from({ length: count }, () => () => intExpr(g, depth))));
}

/** A hash of `count` elements from `start`, printed: elements are converted to unsigned long long. */
function printElements(g: Generator, type: IntType, start: Part, count: Part, label: string): Stmt {
  const name = g.once(
    `hash_${typeKey(type)}`,
    () => item`static unsigned long long hash_${typeKey(type)}(const ${type.name} *a, int n) {
  unsigned long long s = 5381;
  while (n-- > 0) s = s * 33 + (unsigned long long)*a++;
  return s;
}`,
  );
  g.spend(30);
  return stmt`printf("${label} %llx\\n", ${name}(${start}, ${count}));`;
}

export function arrays(g: Generator): Stmt[] {
  const { rng } = g;
  const type = g.intType();
  const a = g.fresh("m");
  const rows = rng.pick([2, 3]);
  const columns = rng.pick([2, 4]);
  const deep = rng.chance(0.3);
  const dims = deep ? [2, rows, columns] : [rows, columns];
  const total = dims.reduce((x, y) => x * y, 1);
  const text = (): Part[] => dims.flatMap((n) => ["[", index(g, n), "]"]);
  const flat = rng.chance(0.5);
  const nest = (level: number): Part[] => {
    const inner = Array.from({ length: dims[level] as number }, (): Part => (level === dims.length - 1 ? intExpr(g, 0) : nest(level + 1)));
    return ["{", join(inner), "}"];
  };
  // Missing initialisers are zeros.
  const init = flat ? ["{", values(g, rng.between(1, total), 0), "}"] : nest(0);
  const size = dims.map((n) => `[${n}]`).join("");
  const out = [tagged(stmt`${type.name} ${a}${size} = ${init};`, "multi-dimensional array", `type ${type.name}`)];
  g.scope.places.push(place(type, () => [a, text()], { addressable: true, tags: ["array element"] }));
  const row = g.fresh("row");
  out.push(...statements(g, 2, 1));
  if (!deep) {
    out.push(tagged(stmt`${type.name} (*${row})[${columns}] = ${a} + ${index(g, rows)};`, "pointer to array"));
    g.scope.places.push(place(type, () => [`(*${row})[`, index(g, columns), "]"], { tags: ["pointer to array"] }));
    out.push(...statements(g, 1, 1));
  }
  out.push(printElements(g, type, `&${a}${dims.map(() => "[0]").join("")}`, small(columns), a));
  const indices = dims.map((_, i) => `i${i}`);
  const loops = dims.map((n, i) => `for (int i${i} = 0; i${i} < ${n}; i${i}++) `).join("");
  out.push(stmt`${loops}mix((unsigned long long)${a}${indices.map((i) => `[${i}]`).join("")});`);
  g.spend(total * 3);
  return out;
}

export function pointers(g: Generator): Stmt[] {
  const { rng } = g;
  const type = g.intType();
  const [a, p, q, pp] = [g.fresh("arr"), g.fresh("p"), g.fresh("q"), g.fresh("pp")];
  const n = rng.pick([4, 8]);
  const out = [
    tagged(stmt`${type.name} ${a}[${n}] = { ${values(g, n, 1)} };`, "array"),
    tagged(stmt`${type.name} *${p} = ${a} + ${index(g, n)}, *${q} = &${a}[${index(g, n)}];`, "pointer arithmetic"),
    tagged(
      stmt`printf("${p} %td %d %d %d\\n", ${p} - ${q}, ${p} < ${q}, ${p} == ${q}, ${p} >= ${a} + ${rng.below(n)});`,
      "pointer difference",
      "pointer comparison",
    ),
    tagged(stmt`${type.name} **${pp} = ${condition(g, p, q)};`, "pointer to pointer"),
  ];
  g.scope.places.push(
    place(type, () => [`${a}[`, index(g, n), "]"], { addressable: true, tags: ["array element"] }),
    place(type, () => [`(*${p})`], { tags: ["pointer dereference"] }),
    place(type, () => [`${q}[0]`], { tags: ["pointer dereference"] }),
    place(type, () => [`(**${pp})`], { tags: ["pointer to pointer"] }),
  );
  out.push(...statements(g, 3, 1));
  out.push(stmt`*${pp} = ${a} + ${index(g, n)};`, stmt`printf("${pp} %d %d\\n", (int)(${p} - ${a}), (int)(${q} - ${a}));`);
  out.push(...statements(g, 1, 1));
  out.push(tagged(stmt`for (${p} = ${a}; ${p} != ${a} + ${n}; ${p} += 2) mix((unsigned long long)*${p});`, "pointer arithmetic"));
  out.push(stmt`${p} = &${a}[${n - 1}];`, stmt`do ${g.block(() => [stmt`mix((unsigned long long)*${p});`])} while (${p}-- > ${a} + 1);`);
  g.spend(40);
  // The last decrement leaves p at the first element.
  return [...out, printElements(g, type, a, small(n), a)];
}

function condition(g: Generator, p: string, q: string): Part[] {
  return [intExpr(g, 1), ` ? &${p} : &${q}`];
}

/** Pointers to places of several kinds, passed to a function that writes through them. */
export function pointerParameters(g: Generator): Stmt[] {
  const targets = g.scope.places.filter((p) => p.addressable);
  if (targets.length === 0) return pointers(g);
  const chosen = g.rng.shuffle(targets).slice(0, 2);
  const f = g.fresh("f");
  const params = chosen.map((p) => {
    const name = g.fresh("p");
    return { text: `${p.type.name} *${name}`, places: [place(p.type, () => [`(*${name})`], { tags: ["pointer dereference"] })] };
  });
  const cost = defineFunction(g, { name: f, result: "void", params, pure: true }, () => statements(g, 3, 1));
  g.spend(cost);
  return [tagged(stmt`${f}(${join(chosen.map((p): Part => ["&", p.parts(g)]))});`, "pointer parameter"), printPlaces(g, chosen)];
}

export function variableLength(g: Generator): Stmt[] {
  const { rng } = g;
  const type = g.intType();
  const [n, v, w, f] = [g.fresh("n"), g.fresh("vla"), g.fresh("vla"), g.fresh("f")];
  const two = rng.chance(0.5);
  g.items.push(
    tagged(
      two
        ? item`static unsigned long long ${f}(int n, ${type.name} a[n][n]) {
  unsigned long long s = sizeof a[0];
  for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) s = s * 3 + (unsigned long long)a[i][j];
  return s;
}`
        : item`static unsigned long long ${f}(size_t n, ${type.name} a[static n]) {
  unsigned long long s = 1;
  for (size_t i = 0; i < n; i++) s = s * 3 + (unsigned long long)a[i];
  return s;
}`,
      "variable-length array parameter",
    ),
  );
  const out = [stmt`int ${n} = (int)(${intExpr(g, 1)} & 3) + 1;`];
  const size = two ? `[${n}][${n}]` : `[${n} + 1]`;
  out.push(tagged(stmt`${type.name} ${v}${size};`, "variable-length array"));
  out.push(
    two
      ? stmt`for (int i = 0; i < ${n}; i++) for (int j = 0; j < ${n}; j++) ${v}[i][j] = (${type.name})(i * 3 + j + ${intExpr(g, 0)} % 100);`
      : stmt`for (int i = 0; i <= ${n}; i++) ${v}[i] = (${type.name})(i + ${intExpr(g, 0)} % 1000);`,
  );
  const at = (): Part => expr(g.types.unsigned, null, ["(unsigned)", intExpr(g, 0), ` % ${n}`]);
  g.scope.places.push(
    place(type, () => (two ? [`${v}[`, at(), "][", at(), "]"] : [`${v}[`, at(), "]"]), { tags: ["variable-length array"] }),
  );
  out.push(...statements(g, 2, 1));
  out.push(stmt`printf("${v} %d %llx\\n", (int)sizeof ${v}, ${f}(${n}${two ? "" : " + 1"}, ${v}));`);
  // One that is created and destroyed in a loop.
  out.push(
    tagged(
      stmt`for (int i = 1; i < 5; i++) ${g.block(() => [stmt`short ${w}[i * 2];`, stmt`for (int j = 0; j < i * 2; j++) ${w}[j] = (short)(i * j);`, stmt`mix((unsigned long long)${w}[i] + sizeof ${w});`])}`,
      "variable-length array",
    ),
  );
  g.spend(120);
  return out;
}

export function allocaBlock(g: Generator): Stmt[] {
  const type = g.intType();
  const p = g.fresh("al");
  const n = g.fresh("n");
  g.include("alloca.h");
  g.spend(60);
  const out = [
    stmt`unsigned ${n} = (unsigned)(${intExpr(g, 1)} & 7) + 2;`,
    tagged(stmt`${type.name} *${p} = alloca(${n} * sizeof *${p});`, "alloca"),
    stmt`for (unsigned i = 0; i < ${n}; i++) ${p}[i] = (${type.name})(i * 7u + 1u);`,
  ];
  g.scope.places.push(
    place(type, () => [`${p}[`, expr(g.types.unsigned, null, ["(unsigned)", intExpr(g, 0), ` % ${n}`]), "]"], { tags: ["alloca"] }),
  );
  return [...out, ...statements(g, 2, 1), printElements(g, type, p, `(int)${n}`, p)];
}

export function heap(g: Generator): Stmt[] {
  const type = g.intType();
  const [p, q] = [g.fresh("h"), g.fresh("h")];
  const n = g.rng.pick([2, 4]);
  g.include("stdlib.h");
  const out = [
    tagged(stmt`${type.name} *${p} = malloc(${n} * sizeof *${p});`, "malloc"),
    stmt`for (int i = 0; i < ${n}; i++) ${p}[i] = (${type.name})(i * 5 + 1);`,
    ...Array.from({ length: 2 }, () => stmt`${p}[${index(g, n)}] = ${intExpr(g, 2)};`),
    tagged(stmt`${p} = realloc(${p}, ${n * 4} * sizeof *${p});`, "realloc"),
    stmt`for (int i = ${n}; i < ${n * 4}; i++) ${p}[i] = (${type.name})(${p}[i - ${n}] ^ i);`,
  ];
  const element = place(type, () => [`${p}[`, index(g, n * 4), "]"], { tags: ["heap element"] });
  g.scope.places.push(element);
  out.push(...statements(g, 2, 1), printElements(g, type, p, small(n * 4), p));
  // It is about to be freed.
  g.scope.places = g.scope.places.filter((other) => other !== element);
  out.push(
    stmt`free(${p});`,
    tagged(stmt`${type.name} *${q} = calloc(${small(3)}, sizeof *${q});`, "calloc"),
    stmt`${q}[${small(1)}] = ${intExpr(g, 1)};`,
  );
  out.push(printElements(g, type, q, small(3), q), stmt`free(${q});`, stmt`free(NULL);`);
  g.spend(100);
  return out;
}

export function linkedList(g: Generator): Stmt[] {
  const type = g.intType();
  const tag = g.fresh("node");
  const [head, cursor, next] = [g.fresh("head"), g.fresh("c"), g.fresh("d")];
  const n = g.rng.between(2, 6);
  g.include("stdlib.h");
  g.items.push(item`struct ${tag} { ${type.name} value; struct ${tag} *next; };`);
  g.spend(n * 25);
  const push = [
    stmt`struct ${tag} *${cursor} = malloc(sizeof *${cursor});`,
    stmt`${cursor}->value = (${type.name})(i * 3 + ${intExpr(g, 1)} % 50);`,
    stmt`${cursor}->next = ${head};`,
    stmt`${head} = ${cursor};`,
  ];
  return [
    stmt`struct ${tag} *${head} = NULL;`,
    tagged(stmt`for (int i = 0; i < ${n}; i++) ${g.block(() => push)}`, "malloc", "self-referential struct"),
    // Unlink the even ones through a pointer to the link, then walk and free.
    tagged(
      stmt`for (struct ${tag} **l = &${head}; *l;) ${g.block(() => [stmt`struct ${tag} *${next} = *l;`, stmt`if (${next}->value % 2 == 0) { *l = ${next}->next; free(${next}); } else l = &${next}->next;`])}`,
      "pointer to pointer",
    ),
    stmt`while (${head}) ${g.block(() => [stmt`printf("${tag} %lld\\n", (long long)${head}->value);`, stmt`struct ${tag} *${next} = ${head}->next;`, stmt`free(${head});`, stmt`${head} = ${next};`])}`,
  ];
}

function constantText(g: Generator, type: IntType): string {
  return literal(type, interestingValue(g.rng, type));
}

export function globalsWithInitialisers(g: Generator): Stmt[] {
  const { rng } = g;
  const type = g.intType();
  const [a, b, p, s, sp, e] = [g.fresh("ga"), g.fresh("gb"), g.fresh("gp"), g.fresh("gs"), g.fresh("gq"), g.fresh("ge")];
  const record = someStruct(g);
  const at = rng.below(6);
  const storage = rng.chance(0.5) ? "static " : "";
  g.items.push(
    tagged(
      item`${storage}${type.name} ${a}[8] = { [${at}] = ${constantText(g, type)}, ${constantText(g, type)}, [1] = ${constantText(g, type)} };`,
      "designated initialiser",
    ),
    tagged(item`${storage}${record.name} ${s} = ${initialiser(g, record, { constant: true })};`, "global struct"),
    tagged(item`${type.name} *${p} = &${a}[${rng.below(4)}] + 2;`, "address constant"),
    tagged(item`static ${record.name} *const ${sp} = &${s};`, "address constant"),
    tagged(
      item`${type.name} ${b}[] = { ${Array.from({ length: rng.between(2, 5) }, () => constantText(g, type)).join(", ")} };`,
      "array of unknown size",
    ),
    tagged(item`extern int ${e}; int ${e}; int ${e} = ${rng.below(100)};`, "tentative definition"),
  );
  const places = [
    place(type, () => [`${a}[`, index(g, 8), "]"], { addressable: true, tags: ["array element"] }),
    place(type, () => [`(*${p})`], { tags: ["pointer dereference"] }),
    place(g.types.int, () => [e]),
    ...recordPlaces(record, s),
    ...recordPlaces(record, `(*${sp})`),
  ];
  g.scope.places.push(...places);
  g.spend(60);
  return [
    stmt`printf("${b} %d\\n", (int)(sizeof ${b} / sizeof ${b}[0]));`,
    printElements(g, type, a, small(8), a),
    ...statements(g, 3, 1),
    stmt`${p} = ${a} + (${p} - ${a} + 1) % 8;`,
    printElements(g, type, a, small(8), a),
    stmt`printf("${e} %d %d\\n", ${e}, (int)(${p} - ${a}));`,
    stmt`${dumpFunction(g, record)}("${s}", ${sp});`,
  ];
}

/** A read-only table, visible to all functions generated later. */
export function constantTable(g: Generator): void {
  const type = g.intType();
  const name = g.fresh("table");
  const n = g.rng.pick([4, 8]);
  g.items.push(
    tagged(
      item`static const ${type.name} ${name}[${n}] = { ${Array.from({ length: n }, () => constantText(g, type)).join(", ")} };`,
      "const table",
    ),
  );
  g.constants.push(place(type, () => [`${name}[`, index(g, n), "]"], { writable: false, tags: ["const table"] }));
}

export function globalScalar(g: Generator): void {
  const type = g.intType();
  const name = g.fresh("g");
  const storage = g.rng.pick(["static ", "", "static volatile ", "_Thread_local "]);
  g.items.push(
    tagged(
      item`${storage}${type.name} ${name} = ${constantText(g, type)};`,
      ...(storage.includes("volatile") ? ["volatile"] : []),
      ...(storage.startsWith("_T") ? ["_Thread_local"] : []),
    ),
  );
  g.globals.push(place(type, () => [name], { addressable: !storage.includes("volatile") }));
}

/** The inside of a string literal; `bytes` allows bytes outside ASCII, which must not be printed as they are. */
export function randomText(g: Generator, length: number, bytes = false): string {
  const escapes = ["\\n", "\\t", "\\\\", '\\"', '\\x7e" "', "\\?", "%%", bytes ? "\\344" : "!"];
  return Array.from({ length }, () => (g.rng.chance(0.85) ? g.rng.pick([..."abcdefghij XYZ019_-+"]) : g.rng.pick(escapes))).join("");
}

export function strings(g: Generator): Stmt[] {
  const { rng } = g;
  const [a, p, t] = [g.fresh("str"), g.fresh("str"), g.fresh("strs")];
  const one = randomText(g, rng.between(3, 9), true);
  const words = Array.from({ length: 4 }, () => `"${randomText(g, rng.between(0, 6))}"`);
  const char = g.types.basic[1] as IntType;
  const out = [
    tagged(stmt`char ${a}[] = "${one}";`, "string literal"),
    tagged(stmt`const char *${p} = "${randomText(g, 5)}" "tail";`, "string literal"),
    tagged(stmt`static const char *const ${t}[] = { ${words.join(", ")} };`, "string literal", "array of strings"),
    tagged(
      stmt`printf("${t} %s|%10s|%-8s|%.2s|%c\\n", ${p}, ${t}[${index(g, 4)}], ${t}[${index(g, 4)}], ${t}[${index(g, 4)}], ${p}[${small(1)}]);`,
      "printf %s",
    ),
  ];
  g.scope.places.push(
    place(char, () => [`${a}[`, small(rng.below(3)), "]"], { addressable: true, tags: ["string element"] }),
    place(char, () => [`${p}[`, small(rng.below(4)), "]"], { writable: false, tags: ["string element"] }),
  );
  out.push(...statements(g, 2, 1));
  out.push(printElements(g, char, a, `(int)sizeof ${a}`, a));
  g.spend(60);
  return out;
}
