// Types of the WebAssembly API as far as it is used: TypeScript has them only with the types of browsers.

export interface WasmModule {
  readonly [Symbol.toStringTag]: string;
}

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

export interface WasmInstance {
  readonly exports: Readonly<Record<string, unknown>>;
}

interface WasmApi {
  readonly Module: new (bytes: Uint8Array) => WasmModule;
  readonly Instance: new (module: WasmModule, imports: Record<string, Record<string, (...args: never[]) => number>>) => WasmInstance;
  readonly compileStreaming: (response: Response) => Promise<WasmModule>;
  /** What a trap throws. */
  readonly RuntimeError: new (
    message?: string,
  ) => Error;
}

export const wasm = (globalThis as unknown as { readonly WebAssembly: WasmApi }).WebAssembly;
