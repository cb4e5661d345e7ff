// Functions that run as threads (`--entry`): what arguments may be, what a verdict then says, and that a run of theirs replays.

import { describe, expect, test } from "vitest";
import { checkLoaded } from "../../src/check.ts";
import type { Property } from "../../src/execution/errors.ts";
import { parseEntries } from "../../src/frontend/entries.ts";
import { load } from "../../src/frontend/load.ts";
import type { Report } from "../../src/reports/report.ts";
import { fileOfText } from "../ir-cache.ts";
import { engineTask, loadRequest } from "../run.ts";

const account = `
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int balance = 10;
int withdraw(int amount) {
  pthread_mutex_lock(&m);
  int enough = amount >= 0 && amount <= balance;
  pthread_mutex_unlock(&m);
  if (!enough) return -1;
  pthread_mutex_lock(&m);
  balance -= amount;
  assert(balance >= 0);
  pthread_mutex_unlock(&m);
  return 0;
}
static void deposit(unsigned char amount) {
  pthread_mutex_lock(&m);
  if (balance < 1000) balance += amount;
  assert(balance >= 10);
  pthread_mutex_unlock(&m);
}
struct node { int value; struct node *next; };
int get(struct node *n) { return n->value; }
int get_or_zero(struct node *n) { return n ? n->value : 0; }
void sum(struct node n, ...) { (void)n; }
float half(float x) { return x < 1 ? x : 1; }
int main(void) { deposit(0); assert(0); }
`;

async function check(entry: string, properties: readonly Property[], engine: "explore" | "staged" = "staged"): Promise<Report> {
  const request = { ...loadRequest(fileOfText(account)), entries: parseEntries(entry), cache: null, validate: true };
  const loaded = await load(request);
  const { options, ...task } = engineTask(loaded.program, properties);
  return checkLoaded(loaded, { ...request, ...task, engine: { name: engine, options } });
}

describe("arguments", () => {
  test("a number is any number: one thread is safe, two are not", async () => {
    const one = await check("withdraw", ["assert"]);
    expect(one.verdict).toBe("safe");
    expect(one.diagnostics.map((d) => d.message).join()).toContain("withdraw runs as a thread");
    const two = await check("withdraw*2", ["assert"]);
    expect(two.verdict).toBe("unsafe");
    expect(two.worst.evidence?.replay.assumed).toBeNull();
    expect(two.diagnostics.map((d) => d.message).join()).toContain("withdraw (2 times) run as threads");
  });

  test("a pointer may be null, which is assumed; verdicts without a violation are bounded, with every engine", async () => {
    const { worst } = await check("get", ["memory"]);
    expect(worst.verdict).toBe("unsafe");
    expect(worst.evidence?.violation.kind).toBe("null-dereference");
    expect(worst.evidence?.replay.assumed).toBe("argument n of get");
    for (const engine of ["explore", "staged"] as const) {
      const guarded = await check("get_or_zero", ["memory"], engine);
      expect(guarded.verdict).toBe("safe-bounded");
      expect(guarded.worst.scope.assumptions).toEqual(["separate-arguments"]);
    }
  });

  test("static functions and floating point; main is not run", async () => {
    expect((await check("deposit,withdraw", ["race"])).verdict).toBe("safe");
    expect((await check("deposit*2", ["assert"])).verdict).toBe("safe");
    expect((await check("half", ["memory"], "explore")).verdict).not.toBe("unsafe");
  });
});

describe("mistakes", () => {
  const codeOf = (entry: string): Promise<unknown> =>
    check(entry, ["assert"]).then(
      () => "none",
      (e: { message: string }) => e.message,
    );
  test.each(["nope", "main", "sum"])("%s cannot be an entry", async (entry) => {
    expect(await codeOf(entry)).toMatch(/^RVL102: /);
  });
  test.each(["", "f,,g", "f*0", "f*x", "1f", "f g", "f*99"])("%j is not a list of functions", (text) => {
    expect(() => parseEntries(text)).toThrow(/^RVL001: /);
  });
});
