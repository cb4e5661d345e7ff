// The worker of the playground: compiler, engines and debugger. In: requests with numbers. Out: replies with the same numbers, and progress.
//
// The compiler's module is the largest file: it is compiled while it arrives. Files end in .gz, so that any server of static files serves them small.

import { type Diagnostic, diagnostic, RavelError } from "../../support/diagnostics.ts";
import { type WasmModule, wasm } from "../clang/webassembly.ts";
import { isEngineStart, runEngineWorker } from "./engine-worker.ts";
import { scope } from "./scope.ts";
import { PlaygroundDesk, type PlaygroundFiles } from "./workbench.ts";

interface WorkerRequest {
  readonly id: number;
  readonly method: string;
  readonly params: unknown;
}

const tell = (text: string): void => scope.postMessage({ progress: text });

async function unpack(name: string): Promise<Response> {
  const response = await fetch(name);
  if (!response.ok || response.body === null) throw new Error(`cannot load ${name}: ${response.status}`);
  const isPlain = response.headers.get("Content-Encoding") !== null && !(await isGzip(response.clone()));
  return isPlain ? response : new Response(response.body.pipeThrough(new DecompressionStream("gzip")));
}

/** Some servers send .gz files with an encoding, which the browser then has removed. */
async function isGzip(response: Response): Promise<boolean> {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return value !== undefined && value[0] === 0x1f && value[1] === 0x8b;
}

/** The service worker has the compiler unpacked, with the type that lets the browser keep its machine code. */
async function loadCompiler(): Promise<WasmModule> {
  const kept = await fetch("compiler.wasm").catch(() => null);
  if (kept?.ok && kept.headers.get("Content-Type") === "application/wasm") return wasm.compileStreaming(kept);
  const bytes = await unpack("compiler.wasm.gz");
  return wasm.compileStreaming(new Response(bytes.body, { headers: { "Content-Type": "application/wasm" } }));
}

async function loadResources(): Promise<ReadonlyMap<string, Uint8Array>> {
  const texts = (await (await unpack("resources.json.gz")).json()) as Record<string, string>;
  return new Map(Object.entries(texts).map(([name, text]) => [name, new TextEncoder().encode(text)]));
}

let desk: Promise<PlaygroundDesk> | null = null;

async function start(): Promise<PlaygroundDesk> {
  const module = loadCompiler();
  const packed = (await (await unpack("files.json.gz")).json()) as PlaygroundFiles;
  await module;
  return new PlaygroundDesk(packed, { packed, module: () => module, resources: loadResources }, tell);
}

async function answer({ method, params }: WorkerRequest): Promise<unknown> {
  desk ??= start();
  const ready = await desk;
  return method === "start" ? { isolated: scope.crossOriginIsolated } : ready.answer(method, params);
}

scope.onmessage = ({ data }) => {
  if (isEngineStart(data)) {
    void runEngineWorker(data);
    return;
  }
  const request = data as WorkerRequest;
  answer(request).then(
    (result) => scope.postMessage({ id: request.id, reply: { result } }),
    (error: unknown) => scope.postMessage({ id: request.id, reply: { error: faultsOf(error).map(describe) } }),
  );
};

const describe = ({ code, message, hint, location }: Diagnostic): unknown => ({
  code,
  hint,
  message: location === null || location === undefined ? message : `line ${location.line}: ${message}`,
});

const faultsOf = (error: unknown): readonly Diagnostic[] =>
  error instanceof RavelError
    ? error.diagnostics
    : [
        diagnostic("RVL901", error instanceof Error ? `${error.name}: ${error.message}` : String(error), {
          hint: "please report this bug in Ravel",
        }),
      ];
