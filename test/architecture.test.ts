// The shape of src/: which folder may import which. A folder imports only from folders before it in the data flow; engines never
// import each other; console, process and Node's own modules stay where they are listed. A violation is shown as file:line.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { spreadsIntoCalls } from "./call-spreads.ts";
import { cyclesOf, drawRooms, graphOf, type Import, importsOf, type SourceFile, sourceFiles, unitOf } from "./imports.ts";

/**
 * Unit → units it may import, in the order of the data flow. A unit is a folder of src/, a folder inside `frontend`, `engines` or `apps`, or a
 * file directly in src/ (and the table of engines); an entry that names a file allows just that file. Everything may import its own unit.
 */
const allowed: Readonly<Record<string, readonly string[]>> = {
  support: [],
  program: ["support"],
  "frontend/llvm": ["program", "support"],
  "frontend/lower": ["frontend/llvm", "program", "support"],
  frontend: ["frontend/llvm", "frontend/lower", "program", "support"],
  terms: ["program", "support"],
  analysis: ["program", "support"],
  execution: ["analysis", "program", "support"],
  scheduling: ["execution", "program", "support"],
  symbolic: ["analysis", "execution", "terms", "program", "support"],
  skeleton: ["symbolic", "analysis", "execution", "terms", "program", "support"],
  solving: ["terms", "support"],
  reduction: ["symbolic", "solving", "analysis", "execution", "terms", "program", "support"],
  encoding: ["solving", "skeleton", "execution/errors.ts", "execution/freedoms.ts", "terms", "program", "support"],
  witness: ["scheduling", "execution", "program", "support"],
  // A witness as a native process can follow it.
  native: ["witness", "execution", "support"],
  reports: ["skeleton", "terms", "witness", "execution", "program", "support"],
  // The formats of the competition: property files, answers, witnesses.
  svcomp: ["reports", "witness", "scheduling", "execution", "program", "support"],
  // The contract, and what the rooms below share. The vocabulary of verdicts (scope, statistics, why not known) is the report's.
  engines: ["witness", "execution", "program", "support", "reports/report.ts", "reports/unknown.ts"],
  "engines/parallel": ["engines", "reduction", "execution", "support", "reports/report.ts", "reports/unknown.ts"],
  "engines/search": [
    "engines/parallel",
    "engines",
    "analysis",
    "reduction",
    "scheduling",
    "witness",
    "execution",
    "program",
    "support",
    "reports/report.ts",
    "reports/unknown.ts",
  ],
  "engines/explore": [
    "engines/search",
    "engines/parallel",
    "engines",
    "analysis",
    "reduction",
    "scheduling",
    "witness",
    "execution",
    "program",
    "support",
    "reports/report.ts",
    "reports/unknown.ts",
  ],
  "engines/formula": [
    "engines",
    "encoding",
    "solving",
    "skeleton",
    "analysis",
    "terms",
    "witness",
    "execution",
    "program",
    "support",
    "reports/report.ts",
    "reports/unknown.ts",
  ],
  "engines/traces": [
    "engines/formula",
    "engines",
    "encoding",
    "solving",
    "skeleton",
    "terms",
    "analysis",
    "scheduling",
    "witness",
    "execution",
    "program",
    "support",
    "reports/report.ts",
  ],
  "engines/staged": ["engines/formula", "engines", "encoding"],
  "engines/guided": [
    "engines/traces",
    "engines/formula",
    "engines",
    "encoding",
    "skeleton",
    "terms",
    "witness/schedule.ts",
    "execution/freedoms.ts",
    "program",
    "support",
    "reports/report.ts",
    "reports/unknown.ts",
  ],
  "engines/fusion": [
    "engines/traces",
    "engines/formula",
    "engines/search",
    "engines/parallel/search-task.ts",
    "engines",
    "encoding",
    "solving",
    "skeleton",
    "reduction",
    "terms",
    "witness/trace.ts",
    "execution",
    "program",
    "support",
    "reports/report.ts",
    "reports/unknown.ts",
  ],
  "engines/symex": [
    "engines/search",
    "engines",
    "encoding",
    "analysis",
    "reduction",
    "symbolic",
    "solving",
    "terms",
    "scheduling",
    "witness",
    "execution",
    "program",
    "support",
    "reports/report.ts",
    "reports/unknown.ts",
  ],
  "engines/auto": [
    "engines/explore",
    "engines/guided",
    "engines/staged",
    "engines/symex",
    "engines/search",
    "engines",
    "witness",
    "execution",
    "support",
    "reports/report.ts",
    "reports/unknown.ts",
  ],
  "engines/table.ts": ["engines/auto", "engines/explore", "engines/fusion", "engines/guided", "engines/staged", "engines/symex", "engines"],
  "check.ts": ["engines/table.ts", "engines", "reports", "witness", "execution", "analysis", "frontend", "program", "support"],
  debugger: [
    "engines/table.ts",
    "engines/symex",
    "engines/traces",
    "engines/formula",
    "engines/search",
    "engines",
    "reports",
    "encoding",
    "solving",
    "skeleton",
    "symbolic",
    "analysis",
    "reduction",
    "scheduling",
    "witness",
    "terms",
    "execution",
    "frontend",
    "program",
    "support",
  ],
  "index.ts": ["check.ts", "debugger", "engines/table.ts", "engines", "reports", "witness", "execution", "frontend", "program", "support"],
  // The compiler, and Ravel's own files: the toolchain that the front end uses on Node.
  "apps/clang": ["frontend", "frontend/llvm", "program", "support"],
  // gcc, and the runtime that makes a native process follow a schedule.
  "apps/native": ["native", "witness", "support"],
  // A debugging session for editors, and for the browser.
  "apps/dap": ["debugger", "execution/errors.ts", "support"],
  "apps/server": ["check.ts", "debugger", "reports", "support"],
  // The playground's workers: the toolchain of a browser, and what the command line does on Node.
  "apps/browser": [
    "check.ts",
    "debugger",
    "engines/auto",
    "reports",
    "witness",
    "execution",
    "frontend",
    "apps/clang",
    "program",
    "support",
  ],
  "apps/cli": [
    "apps/dap",
    "apps/server",
    "check.ts",
    "debugger",
    "engines/table.ts",
    "engines/auto",
    "engines/search/reductions.ts",
    "engines/fusion/options.ts",
    "engines/symex",
    "engines/formula/certificate.ts",
    "engines/parallel",
    "engines/traces",
    "engines",
    "encoding",
    "solving",
    "skeleton",
    "terms",
    "svcomp",
    "reports",
    "witness",
    "scheduling",
    "execution",
    "frontend",
    "native",
    "apps/native",
    "apps/clang",
    "apps/node/defaults.ts",
    "apps/node/memory-limit.ts",
    "program",
    "support",
  ],
  "apps/node": ["index.ts", "apps/clang", "support"],
};

/** Packages, by unit. Node's own modules are for apps/ alone: what the core needs of the machine is handed in (frontend/toolchain.ts). */
const outside: Readonly<Record<string, readonly string[]>> = {
  // When Ravel runs from sources, the compiler's thread is bundled on demand.
  "apps/clang": ["esbuild"],
  // The messages of the protocol, and their types.
  "apps/dap": ["@vscode/debugadapter", "@vscode/debugprotocol"],
  // A package that is loaded on demand.
  solving: ["z3-solver"],
};

/** Units that may read the version. */
const versioned: readonly string[] = ["check.ts", "apps/clang", "apps/cli"];

/** Lists that are spread into a call and have a fixed, small number of elements: file → how many times. */
const fixedSpreads: Readonly<Record<string, number>> = { "execution/compile/function.ts": 2 };

/** The driver, and the searches that undo the steps they take: only these step a machine. */
const steppers: readonly string[] = [
  "scheduling/run.ts",
  "execution/futile-wakes.ts",
  "execution/stuck.ts",
  "engines/search/depth-first.ts",
  "engines/symex/path.ts",
  "engines/symex/plain-steps.ts",
  "engines/symex/search.ts",
  "symbolic/observe.ts",
  "engines/search/step-options.ts",
  "engines/explore/eager-steps.ts",
  "engines/explore/reads-from-runner.ts",
  "engines/explore/state-search.ts",
  "svcomp/follow.ts",
  "debugger/walker.ts",
  "debugger/ask/search.ts",
  "debugger/ask/input-search.ts",
];

function mayImport(i: Import): boolean {
  const unit = unitOf(i.from);
  if (i.inside) return unitOf(i.to) === unit || (allowed[unit] ?? []).some((a) => a === unitOf(i.to) || a === i.to);
  if (i.to === "../package.json") return versioned.includes(unit);
  if (unit.startsWith("apps/") && i.to.startsWith("node:")) return true;
  return (outside[unit] ?? []).includes(i.to);
}

/** Of files whose types refer to each other. */
const maxTypeCycle = 5;
const maxLines = 500;
/** The report embeds its script, which must stay small. */
const isOfDebugger = (path: string): boolean => /(^|\/)(debugger|playground)\//.test(path);
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/"));

const withoutCommentsAndTexts = (line: string): string =>
  line.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\$])*`|\/\/.*$|^\s*\*.*$/g, "");

/**
 * Control flow that depends on the code of a diagnostic: a comparison or a case with one, a test of how it begins, or of whether a list has it.
 * Node's own codes (`ENOENT`, `ERR_…`) and character codes are allowed.
 */
function isCodeComparison(line: string): boolean {
  const code = line.replace(/\/\/.*$|^\s*\*.*$/g, "");
  const equals = "[=!]==?(?!=)";
  return (
    new RegExp(`${equals}\\s*["'\`]RVL|["'\`]RVL\\w*["'\`]\\s*${equals}`).test(code) ||
    /\b(case|startsWith\(|includes\(|has\(|indexOf\()\s*["'`]RVL/.test(code) ||
    /\/\^?RVL/.test(code) ||
    /switch \([^)]*\bcode\)/.test(code) ||
    new RegExp(`\\.code\\s*${equals}(?!\\s*("E[A-Z]|undefined))|${equals}\\s*[\\w.?]+\\.code\\b`).test(code)
  );
}

const files = sourceFiles();
const imports = files.flatMap(importsOf);

describe("the architecture", () => {
  test("there are files to check", () => {
    expect(files.length).toBeGreaterThan(60);
    expect(imports.length).toBeGreaterThan(200);
  });

  test("every unit is in the table", () => {
    expect([...new Set(files.map((f) => unitOf(f.path)))].filter((u) => allowed[u] === undefined)).toEqual([]);
  });

  test("the table has no cycles", () => {
    const order = Object.keys(allowed);
    const backwards = order.flatMap((unit, at) => (allowed[unit] ?? []).filter((a) => order.indexOf(a) > at).map((a) => `${unit} → ${a}`));
    expect(backwards).toEqual([]);
  });

  test("imports follow the table", () => {
    expect(imports.filter((i) => !mayImport(i)).map((i) => `${i.at} imports ${i.to}`)).toEqual([]);
  });

  test("no cycles between rooms", () => {
    const cycles = cyclesOf(graphOf(imports.filter((i) => i.inside).map((i) => [unitOf(i.from), unitOf(i.to)])));
    expect(cycles).toEqual([]);
  });

  test("no cycles between files at run time; those of types are small, and stay in one folder", () => {
    const edges = (isWanted: (i: Import) => boolean): [string, string][] =>
      imports.filter((i) => i.inside && isWanted(i)).map((i) => [i.from, i.to]);
    expect(cyclesOf(graphOf(edges((i) => !i.isType)))).toEqual([]);
    const isLarge = (cycle: readonly string[]): boolean => cycle.length > maxTypeCycle || new Set(cycle.map(folderOf)).size > 1;
    const large = cyclesOf(graphOf(edges(() => true))).filter(isLarge);
    expect(large).toEqual([]);
  });

  test("files are small", () => {
    const sizes = files.map((f) => f.lines.length - 1).sort((a, b) => a - b);
    expect(files.filter((f) => f.lines.length - 1 > maxLines).map((f) => f.path)).toEqual([]);
    expect(sizes[sizes.length >> 1]).toBeLessThanOrEqual(110);
  });

  test("web/ imports types of what sessions and time lines are, its own files, CodeMirror, and nothing else", () => {
    const pages = sourceFiles(fileURLToPath(new URL("../web/", import.meta.url)));
    expect(pages.length).toBeGreaterThan(10);
    const types = ["reports/html/model.ts", "debugger/contract.ts", "debugger/requests.ts", "reports/report.ts", "support/diagnostics.ts"];
    const isAllowed = (i: Import): boolean =>
      i.to.startsWith("../web/") || (i.isType && types.includes(i.to)) || (/^@(codemirror|lezer)\//.test(i.to) && isOfDebugger(i.from));
    expect(pages.flatMap(importsOf).flatMap((i) => (isAllowed(i) ? [] : [`${i.at} imports ${i.to}`]))).toEqual([]);
    expect(pages.filter((f) => f.lines.length - 1 > maxLines).map((f) => f.path)).toEqual([]);
  });

  test("docs/architecture.md has the picture of the imports between rooms (npm run docs)", () => {
    expect(readFileSync(new URL("../docs/architecture.md", import.meta.url), "utf8")).toContain(drawRooms());
  });

  test("no engine may import another: only auto and the table know them all", () => {
    const rooms = Object.keys(allowed).filter(
      (unit) => unit.startsWith("engines/") && !["engines/auto", "engines/table.ts"].includes(unit),
    );
    const engines = rooms.filter((unit) => !["engines/parallel", "engines/search", "engines/formula", "engines/traces"].includes(unit));
    const bad = rooms.flatMap((room) =>
      (allowed[room] ?? []).filter((a) => a !== room && engines.some((e) => a === e || a.startsWith(`${e}/`))),
    );
    expect(bad).toEqual([]);
  });

  test("console and process stay in apps/", () => {
    const bad = files
      .filter((f) => !f.path.startsWith("apps/"))
      .flatMap((f) =>
        f.lines.flatMap((line, i) => {
          const code = withoutCommentsAndTexts(line);
          return /\b(process\.\w|console\.)/.test(code) ? [`src/${f.path}:${i + 1}: ${line.trim()}`] : [];
        }),
      );
    expect(bad).toEqual([]);
  });

  test("one driver: only scheduling/run.ts and searches that undo step a machine", () => {
    const steps = (f: SourceFile): boolean => f.lines.some((line) => /\b(machine|m)\.step\(/.test(withoutCommentsAndTexts(line)));
    const undoes = (f: SourceFile): boolean => f.lines.some((line) => /\b(machine|m)\.undo\(/.test(line));
    const stepping = files.filter(steps).map((f) => f.path);
    expect(stepping.filter((path) => !steppers.includes(path))).toEqual([]);
    expect(steppers.filter((path) => !stepping.includes(path))).toEqual([]);
    expect(files.filter((f) => steppers.includes(f.path) && f.path !== "scheduling/run.ts" && !undoes(f)).map((f) => f.path)).toEqual([]);
  });

  test("one table says what operations mean in terms: others that speak of terms know few of them", () => {
    const known = new Set(
      [...readFileSync(new URL("../src/program/operations.ts", import.meta.url), "utf8").matchAll(/readonly op: "([a-z-]+)"/g)].map(
        (m) => m[1],
      ),
    );
    const casesIn = (f: SourceFile): number => {
      const cases = new Set(f.lines.flatMap((line) => [...line.matchAll(/case "([a-z-]+)":/g)].map((m) => m[1])));
      return [...cases].filter((op) => known.has(op)).length;
    };
    const speaksOfTerms = new Set(imports.filter((i) => i.to.startsWith("terms/")).map((i) => i.from));
    const tables = files.filter((f) => speaksOfTerms.has(f.path) && casesIn(f) > 20).map((f) => f.path);
    expect(tables).toEqual(["symbolic/operations.ts"]);
    expect(imports.filter((i) => i.to === "symbolic/arithmetic.ts" && !i.from.startsWith("symbolic/")).map((i) => i.from)).toEqual([]);
  });

  test("no control flow depends on the code of a diagnostic: causes, notes and errors have types", () => {
    const bad = files.flatMap((f) =>
      f.lines.flatMap((line, i) => (isCodeComparison(line) ? [`src/${f.path}:${i + 1}: ${line.trim()}`] : [])),
    );
    expect(bad).toEqual([]);
  });

  test.each([
    ['if (d.code === "RVL303") return;', true],
    ['notes.filter((n) => n.code !== "RVL303")', true],
    ['case "RVL202":', true],
    ["notes.some((m) => m.code === n.code)", true],
    ['return d.code.startsWith("RVL9");', true],
    ["switch (d.code) {", true],
    ["/^RVL9/.test(d.code)", true],
    ['if (e.code === "EPIPE") return;', false],
    ["if (error.code === undefined) throw error;", false],
    ["while (code === SEMICOLON) pos++;", false],
    ['fail("RVL001", "no input file");', false],
    ['return { code: cause.what === "memory" ? "RVL302" : "RVL306", reason };', false],
  ])("a comparison of codes is seen: %s", (line, isSeen) => {
    expect(isCodeComparison(line)).toBe(isSeen);
  });

  test("no list is spread into a call (support/lists.ts has what takes it as it is)", () => {
    const spreads = files.flatMap((f) => {
      const lines = spreadsIntoCalls(f.lines.join("\n"));
      return lines.length === (fixedSpreads[f.path] ?? 0) ? [] : lines.map((n) => `src/${f.path}:${n}: ${f.lines[n - 1]?.trim()}`);
    });
    expect(spreads).toEqual([]);
  });

  test.each([
    ["list.push(...items);", [1]],
    ["a;\nlist.push(\n  1,\n  ...items,\n);", [4]],
    ["return c ? Math.max(...xs) : 0;", [1]],
    ["out.push(`${Math.max(...xs)} of ${{ ...y }}`);", [1]],
    ["const r = /[(]/.test(x) ? f(...y) : 1; // g(...z)", [1]],
    ["f([...a], { ...b }); const g = (...c: number[]): void => h(c); const k = (...l) => l;", []],
    ["type F = (...a: readonly unknown[]) => void; const s = 'f(...x)';", []],
  ])("a spread into a call is seen: %s", (text, lines) => {
    expect(spreadsIntoCalls(text)).toEqual(lines);
  });

  test("a forbidden import is seen, with its line", () => {
    const [found] = importsOf({
      path: "program/x.ts",
      lines: ["// import a comment", 'import { run } from "../scheduling/run.ts";'],
    });
    expect(found?.at).toBe("src/program/x.ts:2");
    expect(found !== undefined && mayImport(found)).toBe(false);
    const [fs] = importsOf({ path: "reports/x.ts", lines: ['import { readFileSync } from "node:fs";'] });
    expect(fs !== undefined && mayImport(fs)).toBe(false);
  });
});
