// The cache of compiled units as a user sees it: an unusable directory gives a warning, damaged files are compiled again.

import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { example, Folder, inPairs } from "./command-line.ts";

const folder = new Folder();
afterAll(() => folder.remove());

function units(): string[] {
  return readdirSync(join(folder.path, "cache/ir"), { recursive: true, withFileTypes: true })
    .filter((e) => e.isFile())
    .map((e) => join(e.parentPath ?? e.path, e.name));
}

test("a cache folder that cannot be used is a warning only", async () => {
  folder.file("a-file", "");
  const [text, json] = await inPairs([["check"], ["check", "--format", "json"]], (args) =>
    folder.ravel([...args, example("race-fixed.c")], { environment: { RAVEL_CACHE_DIR: join(folder.path, "a-file/cache") } }),
  );
  expect(text).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(
      /^SAFE: [\s\S]*warning RVL005: cannot use the cache directory .*a-file.cache: [\s\S]*hint: set RAVEL_CACHE_DIR/,
    ),
  });
  expect((JSON.parse(json?.stdout as string) as { diagnostics: { code: string; severity: string }[] }).diagnostics).toMatchObject([
    { code: "RVL005", severity: "warning" },
  ]);
});

test("damaged, truncated and foreign contents are detected and written again", async () => {
  const check = (): ReturnType<Folder["ravel"]> => folder.ravel(["check", example("lost-update.c")]);
  const first = await check();
  const entries = units(); // the compiled unit, and the linked program
  expect([first.status, entries.length]).toEqual([1, 2]);
  for (const entry of entries) {
    const whole = readFileSync(entry);
    const flipped = Buffer.from(whole);
    flipped[whole.length >> 1] = (flipped[whole.length >> 1] as number) ^ 0x20;
    const damages: readonly (() => void)[] = [
      () => writeFileSync(entry, flipped),
      () => truncateSync(entry, whole.length >> 1),
      () => writeFileSync(entry, "nonsense\n{}\n"),
    ];
    for (const damage of damages) {
      damage();
      const again = await check();
      expect({ ...again, seconds: 0 }).toEqual({ ...first, seconds: 0 });
      expect(readFileSync(entry)).toEqual(whole); // stored again
    }
  }
});

test("a check that starts from the cached linked program gives the same report as the first one", async () => {
  const { status, stdout } = await folder.ravel(["check", example("lost-update.c"), "--seed", "3", "--format", "json"]);
  const fresh = await folder.ravel(["check", example("lost-update.c"), "--seed", "3", "--format", "json", "--no-cache"]);
  const withoutStats = (text: string): object => ({ ...(JSON.parse(text) as object), stats: null });
  expect([status, withoutStats(stdout)]).toEqual([fresh.status, withoutStats(fresh.stdout)]);
});

/** A weak order in a function that is never called: engines that lower only what they run never see it. */
const weakOrder = `#include <stdatomic.h>
static atomic_int x;
int never_called(void) { return atomic_load_explicit(&x, memory_order_relaxed); }
int main(void) { atomic_store(&x, 1); return 0; }
`;

test.each([[["--engine", "staged"]], [["--engine", "explore", "--strategy", "random", "--max-runs", "5"]], [["--engine", "auto"]]])(
  "a fresh and a cached check report the same: %s",
  async (options) => {
    const fresh = new Folder();
    try {
      fresh.file("weak.c", weakOrder);
      const args = ["check", "weak.c", ...options, "--format", "json"];
      const reports = [await fresh.ravel(args), await fresh.ravel(args), await fresh.ravel([...args, "--no-cache"])].map(({ stdout }) => ({
        ...(JSON.parse(stdout) as { diagnostics: unknown }),
        stats: null,
      }));
      expect(reports[1]).toEqual(reports[0]);
      expect(reports[2]).toEqual(reports[0]);
      expect(reports[0]?.diagnostics).toMatchObject([{ code: "RVL501", location: { line: 3 } }]);
    } finally {
      fresh.remove();
    }
  },
);

test("RAVEL_VALIDATE=1 checks the linked program, fresh and cached, and changes nothing else", async () => {
  const check = (environment: Readonly<Record<string, string>>) => folder.ravel(["check", example("race-fixed.c")], { environment });
  const [plain, validated] = [await check({}), await check({ RAVEL_VALIDATE: "1" })];
  expect({ ...validated, seconds: 0 }).toEqual({ ...plain, seconds: 0 });
});

test("--no-cache writes nothing", async () => {
  const elsewhere = join(folder.path, "untouched");
  const ended = await folder.ravel(["check", example("race-fixed.c"), "--no-cache"], { environment: { RAVEL_CACHE_DIR: elsewhere } });
  expect([ended.status, existsSync(elsewhere)]).toEqual([0, false]);
});
