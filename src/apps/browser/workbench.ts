// The playground's state in its worker: the program that was checked, its report, and the session that debugs it. In: requests of the page. Out: plain data.

import { type CheckRequest, checkLoaded } from "../../check.ts";
import { openSession } from "../../debugger/open-session.ts";
import { askRequestOf, SessionDesk } from "../../debugger/requests.ts";
import { type Loaded, load } from "../../frontend/load.ts";
import type { CompiledUnit, Toolchain } from "../../frontend/toolchain.ts";
import { type Asset, renderPage } from "../../reports/html/page.ts";
import type { Evidence, Report, Verdict } from "../../reports/report.ts";
import type { SourceText } from "../../reports/source-text.ts";
import { headline } from "../../reports/violation-text.ts";
import { fail } from "../../support/diagnostics.ts";
import { checkRequest, defaultSetup, machineOptions } from "./check.ts";
import { engineStarter } from "./engine-worker.ts";
import { type BrowserFiles, browserToolchain, type PackedFiles } from "./toolchain.ts";

/** Ravel's files, and the script and the style of the report. */
export interface PlaygroundFiles extends PackedFiles {
  readonly version: string;
  readonly script: Asset;
  readonly style: Asset;
}

export interface CheckAnswer {
  readonly verdict: Verdict;
  /** The report as a page. */
  readonly html: string;
  readonly violations: readonly string[];
  readonly engines: "side by side" | "in turns";
  readonly ms: number;
}

const file = "program.c";

export class PlaygroundDesk {
  #text = "";
  #loaded: Loaded | null = null;
  #units: readonly CompiledUnit[] = [];
  #report: Report | null = null;
  #desk: SessionDesk | null = null;
  #isStopped = false;
  #isCancelled = false;

  constructor(
    readonly packed: PlaygroundFiles,
    readonly files: BrowserFiles,
    readonly progress: (text: string) => void,
  ) {}

  async answer(method: string, params: unknown): Promise<unknown> {
    switch (method) {
      case "check":
        return this.#check(textOf(params, "text"));
      case "stop":
        this.#isStopped = true;
        return true;
      case "debug":
        return this.#debug(textOf(params, "text"), (params as { readonly violation?: unknown }).violation);
      case "ask":
        this.#isCancelled = false;
        return this.#session().session.ask(
          askRequestOf(params),
          () => this.#isCancelled,
          (p) => this.progress(p.text),
        );
      case "cancel":
        this.#isCancelled = true;
        return true;
      default:
        return this.#session().answer(method, params) ?? null;
    }
  }

  async #check(text: string): Promise<CheckAnswer> {
    const started = performance.now();
    this.#isStopped = false;
    this.#report = null;
    const loaded = await this.#load(text);
    const setup = { ...defaultSetup, file };
    const start = engineStarter({ setup, units: this.#units, library: this.packed.library });
    const report = await checkLoaded(loaded, this.#request(start), started);
    this.#report = report;
    const options = { script: this.packed.script, style: this.packed.style, source: this.#source(), witnessFile: null };
    return {
      verdict: report.verdict,
      html: renderPage(report, options),
      violations: evidenceOf(report).map((e) => headline(e.violation, e.replay)),
      engines: start === null ? "in turns" : "side by side",
      ms: performance.now() - started,
    };
  }

  /** From the failure with this number, or from the beginning. */
  async #debug(text: string, violation: unknown): Promise<boolean> {
    const { program } = await this.#load(text);
    const evidence = this.#report === null || typeof violation !== "number" ? undefined : evidenceOf(this.#report)[violation];
    const session = openSession({
      program,
      machine: machineOptions(defaultSetup.properties),
      schedule: evidence?.schedule ?? null,
      source: this.#source(),
      version: this.packed.version,
      built: { files: [file], flags: [], dataModel: "lp64", systemHeaders: false },
    });
    this.#desk = new SessionDesk(session, file);
    return true;
  }

  #session(): SessionDesk {
    return this.#desk ?? fail("RVL001", "no program is being debugged");
  }

  /** Compiles the program unless it is the one that was compiled last. */
  async #load(text: string): Promise<Loaded> {
    if (this.#loaded !== null && this.#text === text) return this.#loaded;
    this.#text = text;
    this.#loaded = null;
    this.#report = null;
    this.progress("compiling");
    this.#loaded = await load(this.#request(null));
    return this.#loaded;
  }

  #request(startEngine: ReturnType<typeof engineStarter>): CheckRequest {
    const compiler = browserToolchain(this.files, new Map([[file, this.#text]]));
    const toolchain: Toolchain = {
      ...compiler,
      compile: async (request) => {
        this.#units = await compiler.compile(request);
        return this.#units;
      },
    };
    const stop = { reached: () => (this.#isStopped ? ({ kind: "interrupted" } as const) : null) };
    return checkRequest({ ...defaultSetup, file }, toolchain, stop, this.progress, startEngine);
  }

  #source(): SourceText {
    const lines = this.#text.split(/\r?\n/);
    return { line: (name, line) => (name === file ? (lines[line - 1] ?? null) : null) };
  }
}

const evidenceOf = (report: Report): readonly Evidence[] => report.properties.flatMap((p) => p.violations);

function textOf(params: unknown, name: "text"): string {
  const value =
    typeof params === "object" && params !== null && name in params ? (params as Record<typeof name, unknown>)[name] : undefined;
  return typeof value === "string" ? value : fail("RVL001", `${name} is not a text`);
}
