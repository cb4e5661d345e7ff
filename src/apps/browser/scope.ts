// What a web worker has that Node's types do not name, as far as it is used here.

export interface PortLike {
  postMessage(message: unknown): void;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
}

export interface WorkerLike extends PortLike {
  onerror: ((event: { readonly message: string }) => void) | null;
  terminate(): void;
}

export const scope = globalThis as unknown as PortLike & {
  readonly crossOriginIsolated: boolean;
  readonly location: { readonly href: string };
  readonly navigator: { readonly hardwareConcurrency: number };
  readonly Worker: (new (address: string, options: { readonly name: string }) => WorkerLike) | undefined;
};
