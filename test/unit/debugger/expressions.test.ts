// C expressions in a frame: what each means and how its value is written; what is refused, and why; and that nothing changes.

import { expect, test } from "vitest";
import { ExpressionError, evaluate, isTrue, resolveObject } from "../../../src/debugger/expressions/evaluate.ts";
import { fingerprint } from "../../../src/execution/fingerprint.ts";
import { program } from "./program.ts";
import { show, stopAt } from "./stop.ts";

/** Rows of expression and text. */
async function expectAll(rows: string): Promise<void> {
  const frame = await stopAt(program, "// here");
  const before = fingerprint(frame.machine);
  const pairs = rows
    .trim()
    .split("\n")
    .map((row) => row.trim().split(/ {3,}/) as [string, string]);
  const shown = pairs.map(([e]) => [e, show(frame, e).replaceAll(/[^ ]*\/program\.c/g, "program.c")]);
  expect(shown).toEqual(pairs);
  expect(fingerprint(frame.machine)).toBe(before);
}

test("variables, members, pointers and arrays", () =>
  expectAll(String.raw`
    n                    {v = 1, next = NULL, f = 2, g = -3}
    n.v + 1              2
    n.f                  2
    n.g                  -3
    c                    RED
    (enum color) 5       GREEN
    list                 &node#1
    *list                {v = 3, next = &node#2, f = (unwritten), g = (unwritten)}
    list->next->v        4
    (*list).next->v      4
    list->next->next     &n
    &n.next              &n.next
    table                {1, 0 (4 times), 2}
    table[5]             2
    5[table]             2
    *table               1
    table + 1            &table[1]
    out - table          2
    out[-1]              0
    out == &table[2]     1
    &table[6] - table    6
    &rows[2] - rows      2
    rows                 {{1, 2, 3}, {4, 5, 6}}
    rows[1][2]           6
    *rows[1]             4
    big                  {0 (1000 times)}
    text                 "hi\n\"there\""
    text[0]              104 'h'
    cp                   &text[3] "\"there\""
    msg                  "hello"
    *msg                 104 'h'
    uc                   200
    fl                   0.1
    wide                 -5
    ch                   97 'a'
    uninit               (unwritten)
    uninit[2]            (unwritten)
    fp                   add
    &main                main
    m                    held by main
    sem                  value 3
    tls                  42
    tarr                 {1, 2, 3}
    tarr[1]              2
    &tarr                &tarr (not yet used by its thread)
    next_id::counter     1
    LIMIT                10
    GREEN                5
    both                 {i = 1, c = "\001"}
    u.inner              7
    flags                READ | EXEC
    dead                 &heap#1, dangling (freed by main at program.c:70)
    NULL                 NULL
    true                 1
  `));

test("operators, casts and sizes", () =>
  expectAll(
    String.raw`
    1 / 2                0
    -7 / 2               -3
    -7 % 2               -1
    1.0 / 2              0.5
    fl * 2               0.2
    d * 2                3
    wide * wide          25
    -1 < 1u              0
    -1 < 1l              1
    uc + 100             300
    (signed char) uc     -56
    (char) 300           44 ','
    (unsigned short) -1   65535
    (_Bool) 3            true
    (int) 2.9            2
    1 << 31              -2147483648
    1u << 31             2147483648
    -8 >> 1              -4
    0xffffffff           4294967295
    0x10 + 010 + 0b11    27
    4294967295           4294967295
    0x1.8p1              3
    1e3                  1000
    ~k                   -4
    !k                   0
    k && d               1
    0 && 1 / 0           0
    1 || 1 / 0           1
    k ? 1 : 1 / 0        1
    1, 2                 2
    '\n'                 10
    '\x41'               65
    "abc"                "abc"
    "abc"[1]             98 'b'
    sizeof "abc"         4
    sizeof(node)         24
    sizeof n.next        8
    sizeof table         24
    sizeof(unsigned long)   8
    sizeof(int (*)(void))   8
    sizeof(char[3][4])   12
    sizeof 1 / 0         error at 10: division by zero
    (void *) list        &node#1
    (int (*)(void)) main   main
    (long) NULL          0
    (int) (list != NULL)   1
    c == GREEN ? 1 : 2   2
  `,
  ));

test("calls of functions without effects", () =>
  expectAll(`
    fp(&n, 3)            4
    (*fp)(&n, 3)         4
    add(list, 'b')       101
    fact(10)             3628800
    half(5)              2.5
    half(5) + fact(3)    8.5
    strlen(msg)          5
    strcmp(msg, text)    -4
    atomic_get()         12
    fact                 fact
    fact(200000)         error at 5: fact cannot be called here: it runs for more than 200000 operations
    loop()               error at 5: loop cannot be called here: it runs for more than 200000 operations
    next_id()            error at 8: next_id cannot be called here: it writes counter
    store(out)           error at 6: store cannot be called here: it writes table[2]
    alloc()              error at 6: alloc cannot be called here: it allocates memory
    locked()             error at 7: locked cannot be called here: it takes free_one
    show_it()            error at 8: show_it cannot be called here: it prints
    asks()               error at 5: asks cannot be called here: it asks for an input (__VERIFIER_nondet_int)
    add(NULL, 1)         error at 4: add cannot be called here: access of 4 bytes through a null pointer
    add(1)               error at 4: add takes 2 arguments, not 1
    leave()              error at 6: leave cannot be called here: it calls exit, which other threads can observe
    sum(b, 1)            error at 5: only numbers and pointers can be passed here
    printf(msg)          error at 7: printf takes a variable number of arguments: it cannot be called here
    strlen("abc" + 1)    2
    strcmp(msg, "hello") == 0   1
    strcmp("b", "a") > 0   1
    get(&tls)            42
    store(&tls)          error at 6: store cannot be called here: it writes tls
    write_text("abc")    error at 11: write_text cannot be called here: write to a text of the expression, which is constant
    bump()               error at 5: bump cannot be called here: it writes tls
    jump()               error at 5: jump cannot be called here: it jumps out of its caller
    claim(0)             error at 6: claim cannot be called here: the assertion n > 0 fails
    claim(2)             2
    spawn()              error at 6: spawn cannot be called here: it calls pthread_create, which other threads can observe
    k(3)                 error at 2: int is not a function
  `));

test("what is refused, and where", () =>
  expectAll(String.raw`
    7 / 0                error at 3: division by zero
    7 % (k - 3)          error at 3: remainder of a division by zero
    1 << 32              error at 3: a shift by 32 is undefined for 32 bits
    *(int *) 0           error at 1: access of 4 bytes through a null pointer
    n.next->v            error at 7: access of 4 bytes through a null pointer
    *dp                  error at 1: access of 4 bytes in a heap object of 8 bytes, which was freed by main at program.c:70
    table[6]             error at 6: index 6 is outside the array of 6 elements
    &table[7]            error at 7: index 7 is outside the array of 6 elements
    *&table[6]           error at 1: access of 4 bytes at offset 24 of table (24 bytes)
    rows[2][0]           error at 5: index 2 is outside the array of 2 elements
    *(table + 6)         error at 1: access of 4 bytes at offset 24 of table (24 bytes)
    *(char *) 123456     error at 1: access of 1 byte at 0x1e240, outside every object
    *(int *) main        error at 1: the pointer points to the function main
    *dead                error at 1: the pointer has no type to point to: use a cast, as in *(int *)p
    uninit[2] + 1        error at 7: the value is unwritten
    99999999999999999999999   error at 1: the number is too large for any integer type
    08                   error at 1: 08 is not a number of C
    k = 3                error at 3: = would change the program: expressions only read
    k += 3               error at 3: += would change the program: expressions only read
    k++                  error at 2: ++ would change the program: expressions only read
    --k                  error at 1: -- would change the program: expressions only read
    &k                   error at 1: k is in a register: it has no address in this run
    &n.f                 error at 1: a bit-field has no address
    &1                   error at 1: & needs a variable, a member or an element
    n.zzz                error at 2: node has no member zzz
    n->v                 error at 2: -> needs a pointer to a struct, not node
    list.v               error at 5: node * has no members
    k.v                  error at 2: int has no members
    n + 1                error at 1: + cannot be applied to node
    list * 2             error at 6: * cannot be applied to node * and int
    d % 2                error at 3: % needs integers
    (node) 1             error at 1: int cannot be cast to node
    (struct nothing) 1   error at 9: the program has no struct nothing
    (long char) 1        error at 2: long char is not a type
    1.5l                 error at 1: long double is not supported
    counter              error at 1: counter is not defined here
    nowhere              error at 1: nowhere is not defined here
    main::nothing        error at 1: main has no static or global nothing
    (1 +                 error at 5: the expression is not complete
    (1 + 2               error at 7: ) is missing at the end
    1 + )                error at 5: an expression is expected, not )
    1 2                  error at 3: 2 is not expected here
    table[1              error at 8: ] is missing at the end
    'ab'                 error at 1: a character literal holds one character
    '\q'                 error at 1: \q is not an escape of C
    "abc                 error at 1: the closing " is missing
    a # b                error at 3: "#" does not belong to a C expression
    __proto__            error at 1: __proto__ is not defined here
    constructor          error at 1: constructor is not defined here
    toString             error at 1: toString is not defined here
    hasOwnProperty(1)    error at 1: hasOwnProperty is not defined here
    n.__proto__          error at 2: node has no member __proto__
    n.constructor        error at 2: node has no member constructor
    (struct __proto__) 1   error at 9: the program has no struct __proto__
    constructor::name    error at 1: constructor has no static or global name
    process.exit(1)      error at 1: process is not defined here
  `));

test("long and deep texts are refused, without a stack overflow", async () => {
  const frame = await stopAt(program, "// here");
  expect(show(frame, "(".repeat(5000))).toMatch(/nested more than 100 deep/);
  expect(show(frame, "- ".repeat(2000))).toMatch(/nested more than 100 deep/);
  expect(show(frame, `k${" + 1".repeat(2400)}`)).toMatch(/more than 1000 parts/);
  expect(show(frame, `k${" + 1".repeat(450)}`)).toBe("453");
  expect(show(frame, `k${"[0]".repeat(900)}`)).toMatch(/error/);
  expect(show(frame, `(${"int*(*)(".repeat(200)}`)).toMatch(/nested too deeply|expected/);
  expect(show(frame, `(int ${"*".repeat(5000)}) 0`)).toMatch(/nested too deeply/);
  expect(show(frame, "1".repeat(20_000))).toMatch(/more than 10000 characters/);
  expect(show(frame, "9".repeat(9000))).toMatch(/too large/);
  expect(show(frame, "")).toMatch(/an expression is expected/);
  expect(show(frame, "1ä")).toMatch(/does not belong/);
});

test("an lvalue is an object, an offset and a size", async () => {
  const frame = await stopAt(program, "// here");
  const resolve = (e: string): string => {
    const { object, offset, size } = resolveObject(frame, e);
    return `${object.name} + ${offset}, ${size}`;
  };
  expect(resolve("table[2]")).toBe("table + 8, 4");
  expect(resolve("*out")).toBe("table + 8, 4");
  expect(resolve("list->next->next->g")).toBe("n + 16, 1");
  expect(resolve("n")).toBe("n + 0, 24");
  for (const [e, why] of [
    ["k", /register/],
    ["1 + 1", /not an object/],
    ["tls", /has not used it/],
    ["*dp", /freed/],
    ["nowhere", /not defined/],
  ] as const)
    expect(() => resolve(e)).toThrow(why);
});

test("conditions", async () => {
  const frame = await stopAt(program, "// here");
  const holds = (e: string): boolean => isTrue(evaluate(frame, e));
  expect(["k", "d", "list", "main", "fl"].every(holds)).toBe(true);
  expect(["0", "n.next", "0.0", "c", "k - 3"].some(holds)).toBe(false);
  expect(() => holds("n")).toThrow(ExpressionError);
  expect(() => holds("uninit[0]")).toThrow("the value is unwritten");
});
