// Selects the user's compiler flags that change the meaning of the program. In: flags from a command line or a compilation database for gcc or
// clang. Out: `UserFlags`.
//
// Flags for paths, macros, the C dialect, and a few -f and -m are kept. Flags for code generation, warnings and output files are dropped: they do
// not matter for a check. Paths are separate from text, since the embedded compiler sees the file system under other names.

import type { DataModel } from "../../program/program.ts";
import { type Diagnostic, diagnostic, fail } from "../../support/diagnostics.ts";
import { append } from "../../support/lists.ts";

/** One kept flag: plain text, or an option with the path it names. */
export type Flag =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "path"; readonly option: string; readonly path: string };

export interface UserFlags {
  readonly kept: readonly Flag[];
  /** The dialect the user asked for (`-std=…`, `-ansi`), or null. */
  readonly dialect: string | null;
  readonly warnings: readonly Diagnostic[];
}

/** Options with a path, written `-I path` or `-Ipath`; longer options come before their prefixes. */
const pathOptions = ["-include", "-imacros", "-isystem", "-iquote", "-idirafter", "-I"];

/** Options that are dropped with the next argument, their value. */
const droppedWithValue = new Set(
  "-o -MF -MT -MQ -MJ -L -l -T -u -z -e -x -arch -framework -Xlinker -Xassembler -mllvm --param -target -isysroot --sysroot -aux-info -wrapper".split(
    " ",
  ),
);

/** -f and -m flags that change the meaning of a program, and their `no-` forms. */
const meaningful = new RegExp(
  `^-f(no-)?(${[
    "signed-char|unsigned-char|short-enums|short-wchar|common|gnu89-inline|gnu-keywords|asm|wrapv|wrapv-pointer|ms-extensions",
    "dollars-in-identifiers|freestanding|hosted|blocks|pack-struct(=.*)?|strict-flex-arrays(=.*)?|trivial-auto-var-init=.*",
    "input-charset=.*|exec-charset=.*|macro-prefix-map=.*",
    "openmp", // its threads are calls of a library that is not modelled: unknown, not a program without them
  ].join("|")})$|^-m(no-)?(long-double-.*|align-double|ms-bitfields)$`,
);

/** Other known flags, which are dropped: code generation, warnings, output, linking, verbosity. */
const dropped =
  /^(-O|-g|-W|-w$|-f|-m|-M|-c$|-S$|-E$|-P$|-C$|-CC$|-H$|-o|-l|-L|-s$|-p$|-pg$|-pipe$|-v$|-shared|-static|-rdynamic|-nostartfiles|-nodefaultlibs|-nostdlib$|-no-pie$|-pie$|-pedantic|-Q|-T|-save-temps|-time|-r$|-emit-llvm$|--coverage|-coverage|--target=|--sysroot=|-B|-dumpbase|-dumpdir|-ftime-|--param=|-specs=|-print-)/;

const keptText = /^(-D.|-U.|-undef$|-pthread$|-pthreads$|-trigraphs$|-nostdinc$)/;

export function readUserFlags(flags: readonly string[], dataModel: DataModel): UserFlags {
  const kept: Flag[] = [];
  const warnings: Diagnostic[] = [];
  let dialect: string | null = null;
  let at = 0;
  const value = (option: string): string => {
    const next = flags[at++];
    return next === undefined ? fail("RVL001", `the compiler flag ${option} needs a value`) : next;
  };
  while (at < flags.length) {
    const flag = flags[at++];
    const pathOption = pathOptions.find((option) => flag.startsWith(option));
    if (pathOption !== undefined) {
      const attached = flag.slice(pathOption.length);
      kept.push({ kind: "path", option: pathOption, path: attached === "" ? value(flag) : attached });
    } else if (flag === "-D" || flag === "-U") kept.push({ kind: "text", text: flag + value(flag) });
    else if (flag === "-Xpreprocessor" || flag === "-Xclang") readPreprocessorFlag(kept, flag, value(flag), warnings);
    else if (flag.startsWith("-Wp,")) for (const inner of flag.slice(4).split(",")) readPreprocessorFlag(kept, "-Wp,", inner, warnings);
    else if (flag.startsWith("-std=") || flag === "-ansi") dialect = flag === "-ansi" ? "c89" : flag.slice("-std=".length);
    else if (keptText.test(flag) || meaningful.test(flag)) kept.push({ kind: "text", text: flag });
    else if (dataModelOf(flag) !== null) append(warnings, checkDataModel(flag, dataModel));
    else if (droppedWithValue.has(flag)) value(flag);
    else if (dropped.test(flag)) continue;
    else if (flag.startsWith("-")) fail("RVL001", `unknown compiler flag '${flag}'`, { hint: "put only clang flags after --" });
    else warnings.push(diagnostic("RVL001", `'${flag}' among the compiler flags is ignored`, { severity: "warning" }));
  }
  return { kept, dialect, warnings };
}

/** Keeps -D and -U that are passed through to the preprocessor; anything else passed through is ignored. */
function readPreprocessorFlag(kept: Flag[], how: string, inner: string, warnings: Diagnostic[]): void {
  if (/^-[DU]./.test(inner)) kept.push({ kind: "text", text: inner });
  else if (!/^-M/.test(inner)) warnings.push(diagnostic("RVL001", `the compiler flag ${how} ${inner} is ignored`, { severity: "warning" }));
}

function dataModelOf(flag: string): DataModel | null {
  return flag === "-m32" ? "ilp32" : flag === "-m64" ? "lp64" : null;
}

/** The data model of the last -m32 or -m64; null: none. For callers that read the flags of a build. */
export function dataModelOfFlags(flags: readonly string[]): DataModel | null {
  return flags.map(dataModelOf).findLast((model) => model !== null) ?? null;
}

/** A warning if the flag asks for another data model. */
function checkDataModel(flag: string, dataModel: DataModel): Diagnostic[] {
  if (dataModelOf(flag) === dataModel) return [];
  const hint = `choose the data model with --data-model ${dataModelOf(flag)}`;
  return [
    diagnostic("RVL003", `the compiler flag ${flag} conflicts with the data model ${dataModel} and is ignored`, {
      severity: "warning",
      hint,
    }),
  ];
}

/** Kept flags as arguments, every path passed through `mapPath`. */
export function renderFlags(flags: readonly Flag[], mapPath: (path: string) => string): string[] {
  return flags.flatMap((flag) => (flag.kind === "text" ? [flag.text] : [flag.option, mapPath(flag.path)]));
}

/** Whether the next argument is the value of this one. */
const takesValue = (flag: string): boolean =>
  pathOptions.includes(flag) || droppedWithValue.has(flag) || ["-D", "-U", "-Xpreprocessor", "-Xclang"].includes(flag);

const isKnown = (flag: string): boolean =>
  takesValue(flag) ||
  pathOptions.some((option) => flag.startsWith(option)) ||
  /^(-Wp,|-std=|-ansi$)/.test(flag) ||
  dataModelOf(flag) !== null ||
  [keptText, meaningful, dropped].some((known) => known.test(flag));

/** The flags of a build without those that Ravel does not know, and without words that are not flags. */
export function dropUnknownFlags(flags: readonly string[]): { readonly kept: readonly string[]; readonly dropped: readonly string[] } {
  const kept: string[] = [];
  const unknown: string[] = [];
  for (let at = 0; at < flags.length; at++) {
    const flag = flags[at] as string;
    if (isKnown(flag)) {
      kept.push(flag);
      if (takesValue(flag) && at + 1 < flags.length) kept.push(flags[++at] as string);
    } else unknown.push(flag);
  }
  return { kept, dropped: unknown };
}

/** The flags with every path of a search option mapped. */
export function mapFlagPaths(flags: readonly string[], map: (path: string) => string): string[] {
  const out: string[] = [];
  for (let at = 0; at < flags.length; at++) {
    const flag = flags[at] as string;
    const option = pathOptions.find((o) => flag.startsWith(o));
    if (option === undefined) {
      out.push(flag);
      if (takesValue(flag) && at + 1 < flags.length) out.push(flags[++at] as string);
    } else if (flag !== option) out.push(option + map(flag.slice(option.length)));
    else if (at + 1 < flags.length) out.push(flag, map(flags[++at] as string));
  }
  return out;
}
