// The front end's toolchain in a browser: the embedded clang in this worker, Ravel's headers and library in memory. In: the files that the build packed. Out: a `Toolchain`.

import type { CompiledUnit, CompileRequest, Toolchain } from "../../frontend/toolchain.ts";
import { fail, RavelError } from "../../support/diagnostics.ts";
import { type AttemptHost, compileLikeGcc, dialects, type Job, outcomeOfEmbedded } from "../clang/attempts.ts";
import { runClang } from "../clang/clang-run.ts";
import { readUserFlags } from "../clang/flags.ts";
import { embeddedArguments } from "../clang/invocation.ts";
import { latin1Bytes, latin1Text } from "../clang/latin1.ts";
import { adaptForClang } from "../clang/preprocessed.ts";
import type { WasmModule } from "../clang/webassembly.ts";
import { headerFolder, MemoryFiles } from "./memory-files.ts";

/** Ravel's own files, as the build packs them. */
export interface PackedFiles {
  /** The text of each header, by its path below the folder of headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** The compiler's own headers that most programs need, such as stddef.h, by their path below its folder. */
  readonly common: Readonly<Record<string, string>>;
  /** The compiled library, for 64-bit programs: the text of each file, by name. */
  readonly library: Readonly<Record<string, string>>;
  readonly compiler: string;
}

export interface BrowserFiles {
  readonly packed: PackedFiles;
  readonly module: () => Promise<WasmModule>;
  /** All of the compiler's own headers: loaded when clang looks for another one. */
  readonly resources: () => Promise<ReadonlyMap<string, Uint8Array>>;
}

export function browserToolchain(files: BrowserFiles, sources: ReadonlyMap<string, string>): Toolchain {
  return {
    build: null,
    compile: (request) => Promise.all(request.files.map((file) => compileFile(file, request, files, sources))),
    readLibrary: (_, file) => files.packed.library[file] ?? fail("RVL901", `the library has no ${file}`),
    headerOf: () => null,
    sha256: () => fail("RVL901", "nothing is cached in a browser"),
    locate: ({ file, line, column }, name) => {
      if (column > 0) return { file, line, column };
      const text = sources.get(file)?.split("\n")[line - 1] ?? "";
      const at = [...text.matchAll(/[\w$\u0080-\uffff]+/g)].find((word) => word[0] === name)?.index;
      return at === undefined ? { file, line } : { file, line, column: at + 1 };
    },
  };
}

async function compileFile(
  file: string,
  request: CompileRequest,
  files: BrowserFiles,
  sources: ReadonlyMap<string, string>,
): Promise<CompiledUnit> {
  const source = new TextEncoder().encode(sources.get(file) ?? fail("RVL002", `cannot read ${file}`));
  const user = readUserFlags(request.flags, request.dataModel);
  const adapted = adaptForClang(file, latin1Text(source));
  const job: Job = {
    invocation: {
      file,
      dataModel: request.dataModel,
      dialect: user.dialect ?? (dialects[0] as string),
      flags: [...user.kept, { kind: "path", option: "-isystem", path: headerFolder }],
      definitions: adapted.definitions,
      debug: "full",
    },
    contents: adapted.replacement === null ? source : latin1Bytes(adapted.replacement),
    changed: adapted.replacement !== null,
    since: 0,
  };
  const outcome = await compileLikeGcc(hostOf(files), job, user.dialect === null ? dialects : [user.dialect]);
  if (outcome.kind === "rejected") throw new RavelError(outcome.diagnostics);
  if (outcome.kind === "broken") throw new RavelError([outcome.diagnostic]);
  return { file, ir: outcome.ir, compiler: files.packed.compiler, fromCache: false, warnings: user.warnings };
}

function hostOf(files: BrowserFiles): AttemptHost {
  const bytes = (texts: Readonly<Record<string, string>>, folder: string): Map<string, Uint8Array> =>
    new Map(Object.entries(texts).map(([name, text]) => [`${folder}${name}`, new TextEncoder().encode(text)]));
  const headers = bytes(files.packed.headers, `${headerFolder}/`);
  const common = bytes(files.packed.common, "");
  let resources: ReadonlyMap<string, Uint8Array> | null = null;
  const run = async (job: Job): ReturnType<AttemptHost["run"]> => {
    const { file } = job.invocation;
    const seen = new MemoryFiles(file, new Map([...headers, [file, job.contents]]), resources ?? common);
    const ran = runClang(await files.module(), embeddedArguments(job.invocation), seen);
    if (resources === null && seen.missing.size > 0 && ran.stderr.includes("file not found")) {
      resources = await files.resources().catch(() => null); // without a network the header stays missing
      if ([...seen.missing].some((path) => resources?.has(path))) return run(job);
    }
    return outcomeOfEmbedded(file, { ...ran, read: [...seen.read].map((path) => [path, ""] as const), absent: [] });
  };
  return {
    run,
    readHeader: (path) => files.packed.headers[path.slice(headerFolder.length + 1)] ?? "",
    moreHeaders: () => null,
    markHeaders: (ir) => ir,
  };
}
