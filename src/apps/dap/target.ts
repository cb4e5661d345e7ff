// What an editor launches, and what the adapter gets for it. The command line opens targets, since it knows options, files and the compiler.

import type { DebugSession } from "../../debugger/contract.ts";
import { type Diagnostic, fail, RavelError } from "../../support/diagnostics.ts";

/** The arguments of the launch request, as an editor's configuration has them. */
export interface LaunchArguments {
  /** C files, or one witness. Without it: what the command line names. */
  readonly program?: string | readonly string[];
  /** Further options of `ravel debug`, as on the command line. */
  readonly args?: readonly string[];
  /** Flags for clang. */
  readonly flags?: readonly string[];
  readonly properties?: readonly string[];
  /** Where a session begins: at the start, or at the failure of a witness (its default). */
  readonly at?: "failure" | "start";
  /** At the start: stop there (default), or run to the first breakpoint. */
  readonly stopOnEntry?: boolean;
  /** The directory that relative names refer to. */
  readonly cwd?: string;
}

export interface Target {
  readonly session: DebugSession;
  /** The directory that relative names of files refer to. */
  readonly folder: string;
  readonly startsAtFailure: boolean;
  /** Warnings of the compilation, and of a witness. */
  readonly remarks: readonly Diagnostic[];
  /** Whether a file has changed since it was compiled. */
  hasChanged(): boolean;
  /** Writes the witness of the present path. */
  saveWitness(path: string): void;
}

export type OpenTarget = (launch: LaunchArguments) => Promise<Target>;

/** A request that cannot be served; the message is for the user. The session stays as it is. */
export class Refusal extends Error {}

export const refuse = (message: string): never => {
  throw new Refusal(message);
};

/** The text of an error for the user. */
export function textOf(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  if (error instanceof RavelError) return error.diagnostics.map(diagnosticLine).join("\n");
  return `error RVL901: ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}; please report this bug in Ravel`;
}

export function diagnosticLine({ code, severity, message, location, hint }: Diagnostic): string {
  const place = location === null ? "" : `${location.file}:${location.line}: `;
  return `${place}${severity} ${code}: ${message}${hint === null ? "" : ` (hint: ${hint})`}`;
}

const isText = (value: unknown): boolean => typeof value === "string";
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isEither = (value: unknown): boolean => isText(value) || isTexts(value);

/** The attributes of a launch, with what each must be. */
const attributes: Readonly<Record<string, { readonly is: (value: unknown) => boolean; readonly form: string }>> = {
  program: { is: isEither, form: "a file name or a list of file names" },
  args: { is: isTexts, form: "a list of words" },
  flags: { is: isTexts, form: "a list of words" },
  properties: { is: isTexts, form: "a list of properties" },
  at: { is: (value) => value === "failure" || value === "start", form: '"failure" or "start"' },
  stopOnEntry: { is: (value) => typeof value === "boolean", form: "true or false" },
  cwd: { is: isText, form: "a directory" },
};

/** Checks the attributes. Unknown ones are ignored: editors add their own. */
export function launchArguments(given: Readonly<Record<string, unknown>>): LaunchArguments {
  for (const [name, { is, form }] of Object.entries(attributes))
    if (given[name] !== undefined && given[name] !== null && !is(given[name]))
      fail("RVL001", `launch: "${name}" is not ${form}`, { hint: "docs/editors.md lists the attributes" });
  return Object.fromEntries(Object.keys(attributes).flatMap((name) => ((given[name] ?? null) === null ? [] : [[name, given[name]]])));
}

/** The words after `ravel debug` that open the same target. */
export function wordsOf({ program = [], args = [], flags = [], properties = [] }: LaunchArguments): string[] {
  const files = typeof program === "string" ? [program] : program;
  return [
    ...files,
    ...(properties.length === 0 ? [] : ["--property", properties.join(",")]),
    ...args,
    ...(flags.length === 0 ? [] : ["--", ...flags]),
  ];
}
