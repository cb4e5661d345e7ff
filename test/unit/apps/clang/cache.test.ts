import { execFile } from "node:child_process";
import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { defaultCacheFolder, IrCache } from "../../../../src/apps/clang/cache.ts";
import { sha256 } from "../../../../src/apps/clang/dependencies.ts";
import { Workspace } from "./workspace.ts";

let work: Workspace;
beforeEach(() => {
  work = new Workspace();
});
afterEach(() => work.remove());

const keyOf = (name: string) => sha256(name);
const unitOf = (ir: string) => ({ ir, compiler: "clang 0", read: [], absent: [] });

/** Every file in the cache that holds a unit. */
function unitFiles(): string[] {
  const folder = work.path("cache/ir");
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

describe("units", () => {
  test("are loaded as stored, by any process", () => {
    const header = work.path("h\u00e9.h"); // a name that is not ASCII
    writeFileSync(header, "int x;");
    const unit = {
      ir: "define void @f() { ret void }\n",
      compiler: "clang 19",
      read: [[header, sha256("int x;")]] as const,
      absent: [work.path("none.h")],
    };
    work.cache().store(keyOf("a"), unit);
    expect(work.cache().load(keyOf("a"))).toEqual(unit);
    expect(work.cache().load(keyOf("b"))).toBeNull();
    expect(work.cache().problems).toEqual([]);
  });

  test("are no longer valid when a file they read changes or goes, or one appears that was absent", () => {
    const cache = work.cache();
    const [header, absent] = [work.path("a.h"), work.path("b.h")];
    writeFileSync(header, "one");
    cache.store(keyOf("a"), { ...unitOf("ir"), read: [[header, sha256("one")]], absent: [absent] });
    expect(cache.load(keyOf("a"))?.ir).toBe("ir");
    writeFileSync(header, "two");
    expect(cache.load(keyOf("a"))).toBeNull();
    rmSync(header);
    expect(cache.load(keyOf("a"))).toBeNull();
    writeFileSync(header, "one");
    expect(cache.load(keyOf("a"))?.ir).toBe("ir");
    writeFileSync(absent, "");
    expect(cache.load(keyOf("a"))).toBeNull();
  });

  test("that are damaged count as absent and are replaced", () => {
    const cache = work.cache();
    const ir = `${"x".repeat(1000)}\n`;
    cache.store(keyOf("a"), unitOf(ir));
    const [file] = unitFiles();
    const whole = readFileSync(file);
    const flipped = Buffer.from(whole);
    flipped[flipped.length - 500] ^= 1;
    const otherKey = Buffer.from(whole.toString().replace(keyOf("a"), keyOf("z")));
    for (const damaged of [
      whole.subarray(0, -1),
      whole.subarray(0, 40),
      flipped,
      otherKey,
      Buffer.from(""),
      Buffer.from("\n\n"),
      Buffer.concat([whole, Buffer.from("y")]),
    ]) {
      writeFileSync(file, damaged);
      expect(cache.load(keyOf("a"))).toBeNull();
    }
    cache.store(keyOf("a"), unitOf(ir));
    expect(cache.load(keyOf("a"))?.ir).toBe(ir);
    expect(cache.problems).toEqual([]);
  });
});

describe("the size", () => {
  test("stays bounded, and what was used last stays", () => {
    const maxBytes = 400_000;
    const cache = work.cache(maxBytes);
    for (let n = 0; n < 100; n++) {
      cache.store(keyOf(`unit ${n}`), unitOf("x".repeat(10_000)));
      // Distinct times, old enough that a hit renews them.
      for (const file of unitFiles().filter((path) => path.endsWith(keyOf(`unit ${n}`)))) utimesSync(file, 1_000_000 + n, 1_000_000 + n);
      expect(cache.load(keyOf("unit 0"))?.ir).toHaveLength(10_000);
      expect(unitFiles().reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThanOrEqual(maxBytes);
    }
    expect(cache.load(keyOf("unit 99"))).not.toBeNull();
    expect(cache.load(keyOf("unit 1"))).toBeNull();
    expect(unitFiles().length).toBeGreaterThan(25); // trimmed, not emptied
  });

  test("is not given to a single unit", () => {
    const cache = work.cache(100_000);
    cache.store(keyOf("small"), unitOf("x"));
    cache.store(keyOf("huge"), unitOf("x".repeat(50_000)));
    expect(cache.load(keyOf("huge"))).toBeNull();
    expect(cache.load(keyOf("small"))).not.toBeNull();
  });

  test("does not include what crashed writers left for long", () => {
    const cache = work.cache(100_000);
    cache.store(keyOf("a"), unitOf("x"));
    const left = work.path("cache/tmp-1-0-0-abc");
    writeFileSync(left, "half");
    utimesSync(left, 1, 1);
    for (let n = 0; n < 10; n++) cache.store(keyOf(`${n}`), unitOf("x".repeat(5000)));
    expect(readdirSync(work.path("cache"))).not.toContain("tmp-1-0-0-abc");
  });
});

describe("a folder that cannot be used", () => {
  test("is one warning and never a failure", () => {
    writeFileSync(work.path("file"), "");
    const cache = new IrCache({ folder: work.path("file/cache") });
    expect(cache.load(keyOf("a"))).toBeNull();
    cache.store(keyOf("a"), unitOf("x"));
    cache.remember("note", "text");
    expect(cache.recall("note")).toBeNull();
    expect(cache.problems).toMatchObject([{ code: "RVL005", severity: "warning" }]);
  });

  test("does not hang where folders exist but none can be made", () => {
    const cache = new IrCache({ folder: "/proc/nope/cache" });
    cache.store(keyOf("a"), unitOf("x"));
    expect(cache.problems).toMatchObject([{ code: "RVL005", severity: "warning" }]);
  });

  test("warns through the compilation, which succeeds", async () => {
    writeFileSync(work.path("file"), "");
    const unit = await work.compile(work.write("x.c", "int x;"), { cache: new IrCache({ folder: work.path("file/cache") }) });
    expect(unit.ir).toContain("@x = ");
    expect(unit.warnings).toMatchObject([{ code: "RVL005", severity: "warning" }]);
  });
});

test("eight processes that write and read the same keys see whole units only", async () => {
  const script = work.path("writer.mjs");
  const contents = `
    import { IrCache } from ${JSON.stringify(new URL("../../../../src/apps/clang/cache.ts", import.meta.url).pathname)};
    import { sha256 } from ${JSON.stringify(new URL("../../../../src/apps/clang/dependencies.ts", import.meta.url).pathname)};
    const [folder, seed] = process.argv.slice(2);
    const cache = new IrCache({ folder, maxBytes: 100_000 });
    let hits = 0;
    for (let n = 0; n < 300; n++) {
      const name = String((n * 7 + Number(seed)) % 60);
      const ir = name.padEnd(2).repeat(2000);
      const found = cache.load(sha256(name));
      if (found === null) cache.store(sha256(name), { ir, compiler: "clang", read: [], absent: [] });
      const again = cache.load(sha256(name)); // a process that runs before the others meets only its own units
      for (const unit of [found, again])
        if (unit !== null && unit.ir !== ir) throw new Error("a unit that no process wrote");
      if (again !== null) hits++;
    }
    if (cache.problems.length > 0) throw new Error(cache.problems[0].message);
    console.log(hits);`;
  await build({
    stdin: { contents, resolveDir: work.folder, loader: "ts" },
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: script,
    logLevel: "silent",
  });
  const runs = Array.from({ length: 8 }, (_, seed) => promisify(execFile)(process.execPath, [script, work.path("cache"), String(seed)]));
  const hits = (await Promise.all(runs)).map(({ stdout }) => Number(stdout));
  expect(hits.every((count) => count > 0)).toBe(true);
  expect(readdirSync(work.path("cache")).filter((name) => name.startsWith("tmp-"))).toEqual([]);
  expect(unitFiles().reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThanOrEqual(100_000 + 8 * 5000); // plus what was being written
});

describe("notes", () => {
  test("outlive the object", () => {
    work.cache().remember("clang at a place", "clang version 20");
    expect(work.cache().recall("clang at a place")).toBe("clang version 20");
    expect(work.cache().recall("clang elsewhere")).toBeNull();
  });
});

test("the folder follows the environment", () => {
  expect(defaultCacheFolder({ RAVEL_CACHE_DIR: "/a", XDG_CACHE_HOME: "/b" })).toBe("/a");
  expect(defaultCacheFolder({ XDG_CACHE_HOME: "/b" })).toBe(join("/b", "ravel"));
  expect(defaultCacheFolder({})).toMatch(/[\\/]\.cache[\\/]ravel$/);
});
