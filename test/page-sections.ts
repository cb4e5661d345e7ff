// Sections of hand-written pages that follow from the sources and from recorded measurements. In: a page. Out: the page with its marked sections
// written again; `npm run docs` stores it, and prose.test.ts compares.
//
// A section is between `<!-- begin NAME: … -->` and `<!-- end NAME -->`.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectFolder, readCollection } from "./corpus/collection.ts";
import { libraryFunctions } from "./corpus/library-functions.ts";

export const sectionedPages = ["docs/adr/README.md", "docs/solver.md", "docs/state.md"] as const;

const sections: Readonly<Record<string, () => string>> = {
  decisions: listDecisions,
  "solver-times": listSolverTimes,
  counts: countPrograms,
};

export function withSections(page: string): string {
  return readFileSync(join(projectFolder, page), "utf8").replace(
    /(<!-- begin ([\w-]+): [^\n]*-->\n)[\s\S]*?(<!-- end \2 -->)/g,
    (_, begin: string, name: string, end: string) => {
      const write = sections[name];
      if (write === undefined) throw new Error(`${page} has an unknown section, ${name}`);
      return `${begin}\n${write()}\n\n${end}`;
    },
  );
}

const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
const withCommas = (n: number): string => n.toLocaleString("en-GB");

function listDecisions(): string {
  const folder = join(projectFolder, "docs/adr");
  const rows = readdirSync(folder)
    .filter((f) => /^\d{4}-/.test(f))
    .sort()
    .map((file) => {
      const text = readFileSync(join(folder, file), "utf8");
      const [, number = "", title = ""] = /^# (\d{4})\. (.*)$/m.exec(text) ?? [];
      const [, status = ""] = /## Status\n\n([\s\S]*?)\n\n## /.exec(text) ?? [];
      return row([`[${number}](${file})`, title, status.replace(/\s*\n\s*/g, " ")]);
    });
  return [row(["number", "decision", "status"]), "|---|---|---|", ...rows].join("\n");
}

function countPrograms(): string {
  const { programs, unsupported } = readCollection();
  const small = programs.filter((p) => p.tier === "small").length;
  return [
    `The corpus has ${programs.length} programs with expected verdicts ([corpus.md](corpus.md)): ${small} small and ${programs.length - small} large ones, and ${unsupported.length}`,
    `that use unsupported features. The library models ${libraryFunctions().length} functions ([library.md](library.md)).`,
  ].join("\n");
}

/** Of bench/results/solver.json. */
interface SolverResults {
  readonly date: string;
  readonly machine: { readonly cpu: string; readonly cores: number };
  readonly limit: number;
  readonly instances: readonly {
    readonly family: string;
    readonly safe: boolean;
    readonly outcomes: Readonly<Record<string, { readonly answer: string; readonly seconds: number }>>;
  }[];
}

function listSolverTimes(): string {
  const results = JSON.parse(readFileSync(join(projectFolder, "bench/results/solver.json"), "utf8")) as SolverResults;
  const { date, machine, limit, instances } = results;
  const groups = [...new Set(instances.map((i) => `${i.family}, ${i.safe ? "safe" : "unsafe"}`)), "total"];
  const rows = groups.map((group) => {
    const members = instances.filter((i) => group === "total" || group === `${i.family}, ${i.safe ? "safe" : "unsafe"}`);
    const cell = (side: string): string => {
      const outcomes = members.flatMap((i) => i.outcomes[side] ?? []);
      const open = outcomes.filter((o) => o.answer === "unknown");
      const seconds = outcomes.reduce((sum, o) => sum + (o.answer === "unknown" ? limit : o.seconds), 0);
      return `${withCommas(Number(seconds.toFixed(1)))}${open.length === 0 ? "" : ` (${open.length} open)`}`;
    };
    return row([group, String(members.length), cell("ravel"), cell("z3"), cell("cadical")]);
  });
  return [
    `Seconds, measured on ${date} (${machine.cores} cores, ${machine.cpu}) with a limit of ${limit} s per formula; the single formulas are in`,
    "`bench/results/solver.json`.",
    "",
    row(["family", "formulas", "Ravel", "z3 (npm)", "CaDiCaL (native)"]),
    "|---|---:|---:|---:|---:|",
    ...rows,
  ].join("\n");
}
