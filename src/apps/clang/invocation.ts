// The command line of one compilation. It is the same for the embedded and for a system clang, except for the spelling of paths.
//
// The flags have two aims. Every access of the C program must still be in the IR, in order: no optimisation, no passes, no replaced library
// calls (`-fno-builtin`: printf stays printf, memcpy stays a call). And everything that gcc compiles must compile: errors that clang can turn
// off are turned off. `-fwrapv` is not used, so that signed overflow remains visible as `nsw`.

import type { DataModel } from "../../program/program.ts";
import { type Flag, renderFlags } from "./flags.ts";
import { guestPrefixMap, resourceFolder, toGuestPath } from "./guest-paths.ts";
import { warnUndeclared } from "./undeclared.ts";

export interface Invocation {
  readonly file: string;
  readonly dataModel: DataModel;
  readonly dialect: string;
  /** All path and macro flags: the user's and then those for the standard headers. */
  readonly flags: readonly Flag[];
  /** Macro definitions with which clang accepts text written for gcc. */
  readonly definitions: readonly string[];
  /** "lines": positions and function names, but no variables and types. */
  readonly debug: "full" | "lines";
}

// The processors are explicit because the defaults of distributions differ. With SSE2 a double has no excess precision on either target; with
// cx16 16-byte atomics are instructions.
const targets: Record<DataModel, readonly string[]> = {
  lp64: ["--target=x86_64-unknown-linux-gnu", "-march=x86-64", "-mcx16"],
  ilp32: ["--target=i386-unknown-linux-gnu", "-march=pentium4"],
};

const meaning = [
  ...["-O0", "-Xclang", "-disable-llvm-passes", "-fno-builtin", "-fno-strict-aliasing", "-ffp-contract=off", "-fno-math-errno"],
  ...["-fno-pic", "-fno-pie", "-fno-stack-protector", "-fcf-protection=none", "-fno-ident"],
];

// LLVM's left shift does not say whether its type is signed. The sanitizer checks the shifted value of signed shifts only, from which the parser
// finds them (llvm/shift-checks.ts).
//
// Without optimisation clang marks the scopes of locals only for the address sanitizer. This option adds the marks and nothing else of the sanitizer;
// llvm/cleanups.ts removes the detours that they cause.
const marks = ["-fsanitize=shift-base", "-fsanitize-trap=shift-base", "-Xclang", "-fsanitize-address-use-after-scope"];

// Names of values and blocks (`while.cond`) are kept for graphs. The directory in the debug information is fixed, so that positions name
// files as the user did.
const text = ["-S", "-emit-llvm", "-o", "-", "-gdwarf-5", "-fdebug-compilation-dir=.", "-fno-discard-value-names"];

const tolerance = [
  "-Wno-everything",
  ...warnUndeclared,
  "-fno-color-diagnostics",
  "-fno-caret-diagnostics",
  "-fno-crash-diagnostics",
  "-ferror-limit=20",
];

/** The text after a prelude, with a line marker that restores the line numbers. */
export function withPrelude(prelude: string, { file }: Invocation, contents: Uint8Array): Uint8Array {
  const head = new TextEncoder().encode(`${prelude}\n# 1 "${file.replace(/["\\]/g, "\\$&")}"\n`);
  const all = new Uint8Array(head.length + contents.length);
  all.set(head);
  all.set(contents, head.length);
  return all;
}

function shared(invocation: Invocation): string[] {
  return [
    ...targets[invocation.dataModel],
    `-std=${invocation.dialect}`,
    ...meaning,
    ...text,
    ...(invocation.debug === "full" ? ["-g", ...marks] : ["-gline-tables-only"]),
    ...tolerance,
  ];
}

export function systemArguments(invocation: Invocation): string[] {
  // The native stack has 8 MB, so that deeper nesting would crash clang instead of giving an error.
  const own = ["--no-default-config", "-nostdlibinc", "-fbracket-depth=512"];
  const flags = renderFlags(invocation.flags, (path) => path);
  return [...shared(invocation), ...own, ...flags, ...invocation.definitions, "-x", "c", "--", invocation.file];
}

export function embeddedArguments(invocation: Invocation): string[] {
  const own = [
    "-nostdlibinc",
    "-resource-dir",
    resourceFolder,
    `-ffile-prefix-map=${guestPrefixMap}`,
    "-fbracket-depth=1000000",
    "-Xclang",
    "-disable-llvm-verifier",
  ];
  const flags = renderFlags(invocation.flags, toGuestPath);
  return ["clang", ...shared(invocation), ...own, ...flags, ...invocation.definitions, "-x", "c", "--", toGuestPath(invocation.file)];
}
