// Keeps the playground's files, so that it works without a network, and sets the headers that let its workers share memory. In: requests of the page and its workers. Out: responses.
//
// The compiler is kept unpacked: browsers can then also keep the machine code that they made of it.

/** A hash of all files; the build puts it here. */
declare const __ravelFiles: { readonly version: string; readonly names: readonly string[] };

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

const worker = self as unknown as {
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
  addEventListener(type: "install" | "activate", listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
};

const prefix = "ravel-";
const kept = `${prefix}${__ravelFiles.version}`;
const compiler = "compiler.wasm";

worker.addEventListener("install", (event) => {
  const store = async (): Promise<void> => {
    await (await caches.open(kept)).addAll(["./", ...__ravelFiles.names]);
    await worker.skipWaiting();
  };
  event.waitUntil(store());
});

worker.addEventListener("activate", (event) => {
  const tidy = async (): Promise<void> => {
    for (const name of await caches.keys()) if (name.startsWith(prefix) && name !== kept) await caches.delete(name);
    await worker.clients.claim();
  };
  event.waitUntil(tidy());
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(answer(request, event));
});

async function answer(request: Request, event: FetchEvent): Promise<Response> {
  const cache = await caches.open(kept);
  const known = await cache.match(request, { ignoreSearch: true });
  if (known !== undefined) return isolated(known);
  if (new URL(request.url).pathname.endsWith(`/${compiler}`)) return loadCompiler(request, cache, event);
  return isolated(await fetch(request));
}

async function loadCompiler(request: Request, cache: Cache, event: FetchEvent): Promise<Response> {
  const packed = await fetch(`${request.url}.gz`);
  if (!packed.ok || packed.body === null) return packed;
  const headers = { "Content-Type": "application/wasm" };
  const response = new Response(packed.body.pipeThrough(new DecompressionStream("gzip")), { headers });
  event.waitUntil(cache.put(request, response.clone()));
  return isolated(response);
}

function isolated(response: Response): Response {
  if (response.status === 0) return response;
  const headers = new Headers(response.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
