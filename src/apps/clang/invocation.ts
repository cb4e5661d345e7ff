// The command line for one compilation, the same for the embedded and for a system clang but for how paths are spelt.
//
// Two aims decide the flags. Every access the C program makes must still be in the IR, in its place: no optimisation, no
// passes, no library call turned into another (`-fno-builtin`: printf stays printf, memcpy stays a call). And whatever gcc
// compiles must compile: clang's errors that can be turned off are turned off. `-fwrapv` is absent on purpose: signed
// overflow must stay visible as `nsw`.

import { type DataModel, type Flag, renderFlags } from "./flags.ts";
import { guestPrefixMap, resourceFolder, toGuestPath } from "./guest-files.ts";
import { sayUndeclared } from "./undeclared.ts";

export interface Invocation {
  readonly file: string;
  readonly dataModel: DataModel;
  readonly dialect: string;
  /** All path and macro flags: the user's and then those for the standard headers. */
  readonly flags: readonly Flag[];
  /** Definitions that make gcc's text fit for clang. */
  readonly definitions: readonly string[];
  /** "lines": places and function names, no variables and types. */
  readonly debug: "full" | "lines";
}

// The processors are named because distributions choose different defaults: with SSE2 a double is a double on both targets, and
// 16-byte atomics are instructions.
const targets: Record<DataModel, readonly string[]> = {
  lp64: ["--target=x86_64-unknown-linux-gnu", "-march=x86-64", "-mcx16"],
  ilp32: ["--target=i386-unknown-linux-gnu", "-march=pentium4"],
};

const meaning = [
  ...["-O0", "-Xclang", "-disable-llvm-passes", "-fno-builtin", "-fno-strict-aliasing", "-ffp-contract=off", "-fno-math-errno"],
  ...["-fno-pic", "-fno-pie", "-fno-stack-protector", "-fcf-protection=none", "-fno-ident"],
];

// LLVM's left shift does not say whether its type is signed. Clang's check of the shifted value does: it stands before signed shifts only, and the
// reader takes it for that mark (llvm/shift-checks.ts).
//
// Without optimisation clang says where the scope of a local begins and ends for the address sanitizer only. Nothing else of the sanitizer comes with
// this; the detours by which scopes are left are made straight again (llvm/cleanups.ts).
const marks = ["-fsanitize=shift-base", "-fsanitize-trap=shift-base", "-Xclang", "-fsanitize-address-use-after-scope"];

// Names of values and blocks (`while.cond`) are kept for people who look at graphs. The folder in debug information is fixed: places are
// named as the user named the files.
const text = ["-S", "-emit-llvm", "-o", "-", "-gdwarf-5", "-fdebug-compilation-dir=.", "-fno-discard-value-names"];

const tolerance = [
  "-Wno-everything",
  ...sayUndeclared,
  "-fno-color-diagnostics",
  "-fno-caret-diagnostics",
  "-fno-crash-diagnostics",
  "-ferror-limit=20",
];

/** The text with something before it; the line marker gives every line its own number back. */
export function withPrelude(prelude: string, { file }: Invocation, contents: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${prelude}\n# 1 "${file.replace(/["\\]/g, "\\$&")}"\n`), contents]);
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
  // The native stack is 8 MB whatever we do, so deeper nesting would be a crash instead of an error.
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
