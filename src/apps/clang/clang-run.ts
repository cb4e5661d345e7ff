// One run of the embedded clang, in whatever thread this is. In: the compiled module, arguments, the files that clang sees. Out: its output and how it ended.

import { latin1Text } from "./latin1.ts";
import { type GuestFiles, WasiHost } from "./wasi.ts";
import { type WasmModule, wasm } from "./webassembly.ts";

export interface EmbeddedJob {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly file: string;
  readonly replacement: Uint8Array | null;
}

export interface EmbeddedResult {
  /** `exited`: clang exited; `overflowed`: it ran out of stack; `crashed`: it trapped or aborted. */
  readonly end:
    | { readonly kind: "exited"; readonly status: number }
    | { readonly kind: "overflowed" }
    | { readonly kind: "crashed"; readonly reason: string };
  readonly stdout: string;
  readonly stderr: string;
  readonly read: readonly (readonly [path: string, sha256: string])[];
  readonly absent: readonly string[];
}

export function runClang(
  module: WasmModule,
  args: readonly string[],
  files: GuestFiles,
): Pick<EmbeddedResult, "end" | "stdout" | "stderr"> {
  const host = new WasiHost(args, files);
  const end = runToEnd(() => host.run(module));
  return {
    end,
    stdout: host.stdout.map(latin1Text).join(""), // IR is ASCII: LLVM escapes everything else
    stderr: new TextDecoder().decode(joined(host.stderr)),
  };
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(chunks.reduce((sum, c) => sum + c.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

function runToEnd(run: () => number): EmbeddedResult["end"] {
  try {
    return { kind: "exited", status: run() };
  } catch (error) {
    // Clang's own stack is at the bottom of the module's memory: its overflow is an access out of bounds.
    if (error instanceof RangeError || (error instanceof wasm.RuntimeError && /out of bounds/.test(error.message)))
      return { kind: "overflowed" };
    if (error instanceof wasm.RuntimeError) return { kind: "crashed", reason: error.message };
    throw error;
  }
}
