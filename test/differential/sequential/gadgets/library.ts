// Gadgets for the C library: sorting and searching, string and memory functions, formatted output into buffers, exit handlers.

import { narrow } from "../arithmetic.ts";
import { intExpr } from "../expressions.ts";
import type { Generator } from "../generator.ts";
import { index } from "../records.ts";
import { item, join, type Stmt, small, stmt, tagged } from "../tree.ts";
import { typeKey } from "../types.ts";
import { randomText } from "./memory.ts";

export function sorting(g: Generator): Stmt[] {
  const { rng } = g;
  const type = g.intType();
  const key = typeKey(type);
  const [a, found, wanted] = [g.fresh("sorted"), g.fresh("hit"), g.fresh("key")];
  const n = rng.between(3, 9);
  g.include("stdlib.h");
  const down = rng.chance(0.4);
  const compare = g.once(
    `compare_${key}_${down ? "down" : "up"}`,
    () => item`static int compare_${key}_${down ? "down" : "up"}(const void *x, const void *y) {
  ${type.name} a = *(const ${type.name} *)x, b = *(const ${type.name} *)y;
  return ${down ? "(a < b) - (a > b)" : "(a > b) - (a < b)"};
}`,
  );
  const values = g.unsequenced(Array.from({ length: n }, () => () => intExpr(g, 1)));
  g.spend(n * 20);
  return [
    stmt`${type.name} ${a}[${n}] = { ${join(values)} };`,
    tagged(stmt`qsort(${a}, ${n}, sizeof ${a}[0], ${compare});`, "qsort"),
    stmt`for (int i = 0; i < ${n}; i++) printf("${a} %lld\\n", (long long)${a}[i]);`,
    stmt`${type.name} ${wanted} = ${rng.chance(0.6) ? [`${a}[`, index(g, n), "]"] : intExpr(g, 1)};`,
    tagged(stmt`${type.name} *${found} = bsearch(&${wanted}, ${a}, ${n}, sizeof ${a}[0], ${compare});`, "bsearch"),
    stmt`printf("${found} %d %d\\n", ${found} != NULL, ${found} ? *${found} == ${wanted} : -1);`,
  ];
}

/** Records sorted by one member, ties broken by another that is unique: only one order is possible. */
export function sortRecords(g: Generator): Stmt[] {
  const tag = g.fresh("entry");
  const a = g.fresh("entries");
  const n = g.rng.between(3, 7);
  g.include("stdlib.h");
  g.items.push(item`struct ${tag} { short rank; int id; char pad[${g.rng.between(1, 6)}]; };`);
  g.items.push(
    tagged(
      item`static int by_${tag}(const void *x, const void *y) {
  const struct ${tag} *a = x, *b = y;
  if (a->rank != b->rank) return a->rank < b->rank ? -1 : 1;
  return a->id - b->id;
}`,
      "qsort",
    ),
  );
  g.spend(n * 20);
  return [
    stmt`struct ${tag} ${a}[${n}];`,
    stmt`for (int i = 0; i < ${n}; i++) ${a}[i] = (struct ${tag}){ .rank = (short)((unsigned)(i * 7 + ${narrow(g, intExpr(g, 1))}) % 4), .id = i };`,
    tagged(stmt`qsort(${a}, ${n}, sizeof *${a}, by_${tag});`, "qsort"),
    stmt`for (int i = 0; i < ${n}; i++) printf("${a} %d %d\\n", ${a}[i].rank, ${a}[i].id);`,
  ];
}

export function memoryFunctions(g: Generator): Stmt[] {
  const { rng } = g;
  g.include("string.h");
  const [a, b, t] = [g.fresh("buf"), g.fresh("buf"), g.fresh("words")];
  const sign = (e: string): string => `(${e} > 0) - (${e} < 0)`;
  const one = randomText(g, rng.between(1, 6));
  const two = rng.chance(0.4) ? one : randomText(g, rng.between(0, 6));
  const from = rng.below(6);
  const to = rng.below(6);
  g.spend(80);
  return [
    tagged(stmt`unsigned char ${a}[16], ${b}[16];`, "memset"),
    stmt`memset(${a}, ${intExpr(g, 1)} & 255, sizeof ${a});`,
    stmt`for (int i = 0; i < 16; i++) ${a}[i] ^= (unsigned char)(i * ${rng.between(1, 20)});`,
    tagged(stmt`memcpy(${b}, ${a}, sizeof ${b});`, "memcpy"),
    tagged(stmt`memmove(${b} + ${to}, ${b} + ${from}, ${rng.between(0, 10)});`, "memmove"),
    stmt`for (int i = 0; i < 16; i++) mix(${b}[i] * 3u + ${a}[i]);`,
    stmt`int ${a}c = memcmp(${a}, ${b}, ${small(rng.between(0, 16))});`,
    stmt`printf("${a} %d %u %u\\n", ${sign(`${a}c`)}, ${b}[${index(g, 16)}], ${b}[15]);`,
    stmt`static const char *const ${t}[2] = { "${one}", "${two}" };`,
    stmt`int ${t}c = strcmp(${t}[0], ${t}[1]), ${t}n = strncmp(${t}[0], ${t}[1], ${rng.between(0, 3)});`,
    tagged(
      stmt`printf("${t} %d %d %d %d\\n", ${sign(`${t}c`)}, ${sign(`${t}n`)}, (int)strlen(${t}[0]), (int)strlen(${t}[1]));`,
      "strcmp",
      "strlen",
    ),
    stmt`char ${t}x[32]; strcpy(${t}x, ${t}[0]); strcat(${t}x, "-"); strncat(${t}x, ${t}[1], 3);`,
    tagged(
      stmt`const char *${t}p = strchr(${t}x, '-'), *${t}q = strstr(${t}x, "${rng.pick(["a", "-", "zz"])}"), *${t}r = strrchr(${t}x, 'b');`,
      "string search",
    ),
    stmt`printf("${t} %s %d %d %d\\n", ${t}x, ${t}p ? (int)(${t}p - ${t}x) : -1, ${t}q ? (int)(${t}q - ${t}x) : -1, ${t}r ? (int)(${t}r - ${t}x) : -1);`,
  ];
}

export function formatting(g: Generator): Stmt[] {
  const { rng } = g;
  const [b, n, c] = [g.fresh("text"), g.fresh("len"), g.fresh("pos")];
  const room = rng.between(1, 40);
  const values = g.unsequenced([() => narrow(g, intExpr(g, 1)), () => intExpr(g, 1)]);
  const [first, second] = values as [(typeof values)[0], (typeof values)[0]];
  const letter = rng.pick(["d", "5d", "-5d", "05d", "+d", "x", "o", "c|%%"]);
  const argument = letter.startsWith("c")
    ? ["'a' + (int)(", first, " & 15)"]
    : letter === "x" || letter === "o"
      ? ["(unsigned)", first]
      : ["(int)", first];
  g.spend(60);
  const out = [
    stmt`char ${b}[64];`,
    tagged(
      stmt`int ${n} = snprintf(${b}, ${room}, "<%${letter}|%s|%lld>", ${argument}, "${randomText(g, rng.between(0, 9))}", (long long)${second});`,
      "snprintf",
    ),
    stmt`printf("${b} %d [%s]\\n", ${n}, ${b});`,
  ];
  if (rng.chance(0.6)) {
    out.push(
      stmt`int ${c} = 0;`,
      stmt`for (int i = 0; i < 5; i++) ${c} += snprintf(${b} + ${c}, sizeof ${b} - (size_t)${c}, "%d%c", i * ${rng.between(1, 3000)}, i % 2 ? ';' : ',');`,
    );
    out.push(stmt`printf("${b} %*d %.*s %s\\n", ${rng.between(1, 9)}, ${c}, ${rng.between(0, 8)}, ${b}, ${b});`);
  }
  if (rng.chance(0.7)) {
    g.include("stdlib.h");
    out.push(
      tagged(
        stmt`printf("${b} %d %ld %lu %lld\\n", atoi("${rng.between(-999, 99999)}x"), strtol(" ${rng.between(-9999, 9999)}", NULL, 10), strtoul("${rng.below(0x7fffffff).toString(16)}", NULL, 16), strtoll("-0${rng.below(9999).toString(8)}", NULL, 0));`,
        "strtol",
      ),
    );
  }
  out.push(stmt`putchar('#'); puts("${randomText(g, 5)}"); fputs("end\\n", stdout);`);
  return out;
}

/** Functions of <math.h> whose result is exact or correctly rounded, so that all libraries agree. */
export function mathematics(g: Generator): Stmt[] {
  g.include("math.h");
  const x = g.fresh("x");
  const calls = g.rng
    .shuffle([
      `floor(${x})`,
      `ceil(${x})`,
      `trunc(${x})`,
      `round(${x})`,
      `fabs(${x})`,
      `sqrt(fabs(${x}))`,
      `fmod(${x}, 3.7)`,
      `fmin(${x}, 2.0)`,
      `fmax(${x}, -2.0)`,
      `ldexp(${x}, 5)`,
      `copysign(2.5, ${x})`,
      `rint(${x})`,
    ])
    .slice(0, 4);
  g.spend(20);
  return [
    stmt`double ${x} = ${narrow(g, intExpr(g, 1))} / ${g.rng.pick(["7.0", "0.3", "-1024.0"])};`,
    tagged(stmt`printf("${x}${" %.17g".repeat(calls.length)}\\n", ${calls.join(", ")});`, "math.h"),
  ];
}

export function characters(g: Generator): Stmt[] {
  const { rng } = g;
  g.include("ctype.h");
  g.include("stdlib.h");
  g.include("string.h");
  const [t, c, word] = [g.fresh("text"), g.fresh("counts"), g.fresh("word")];
  g.spend(120);
  return [
    stmt`char ${t}[] = "${randomText(g, rng.between(4, 12))}, ${randomText(g, 3)}";`,
    stmt`int ${c}[4] = { 0 };`,
    tagged(
      stmt`for (char *s = ${t}; *s; s++) { unsigned char ch = (unsigned char)*s; ${c}[0] += isalpha(ch) != 0; ${c}[1] += isdigit(ch) != 0; ${c}[2] += isspace(ch) != 0; ${c}[3] += ispunct(ch) != 0; *s = (char)(isupper(ch) ? tolower(ch) : toupper(ch)); }`,
      "ctype",
    ),
    stmt`printf("${c} %d %d %d %d %s\\n", ${c}[0], ${c}[1], ${c}[2], ${c}[3], ${t});`,
    tagged(
      stmt`for (char *${word} = strtok(${t}, " ,-"); ${word}; ${word} = strtok(NULL, " ,-")) printf("${word} [%s] %d\\n", ${word}, (int)strspn(${word}, "ABCXYZ"));`,
      "strtok",
    ),
    stmt`int ${c}a = 0, ${c}b = 0; char ${c}w[8] = "";`,
    tagged(
      stmt`int ${c}n = sscanf("${rng.between(-999, 999)} 0x${rng.below(999)} ab${rng.below(99)}", "%d %i %7s", &${c}a, &${c}b, ${c}w);`,
      "sscanf",
    ),
    stmt`div_t ${c}d = div(${c}a, 7); char ${c}s[40]; sprintf(${c}s, "%d/%d/%d", ${c}d.quot, ${c}d.rem, abs(${c}a));`,
    stmt`printf("${c} %d %d %d %s %s\\n", ${c}n, ${c}a, ${c}b, ${c}w, ${c}s);`,
  ];
}

/** How main ends: a plain return, exit from a nested call, with or without handlers. */
export function ending(g: Generator): { before: Stmt[]; last: Stmt } {
  const { rng } = g;
  const before: Stmt[] = [];
  if (rng.chance(0.2)) {
    g.include("stdlib.h");
    const names = [g.fresh("bye"), g.fresh("bye")];
    for (const name of names) g.items.push(item`static void ${name}(void) { printf("${name} %llx\\n", checksum); mix(1); }`);
    before.push(...names.map((name) => tagged(stmt`atexit(${name});`, "atexit")));
  }
  if (rng.chance(0.25)) {
    g.include("stdlib.h");
    const name = g.fresh("leave");
    g.items.push(
      tagged(
        item`static _Noreturn void ${name}(int depth, int code) {
  if (depth == 0) exit(code);
  ${name}(depth - 1, code);
}`,
        "exit",
      ),
    );
    return { before, last: stmt`${name}(${small(rng.below(3))}, (int)(checksum & 127));` };
  }
  return { before, last: stmt`return (int)(checksum & 127);` };
}
