// The local server of `ravel debug`: one session for pages in a browser. In: a session, the files of the page. Out: an address; later, that the last page has gone.
//
// It listens on the loopback address only, at a free port, and its paths begin with a random token (guard.ts). A page keeps a stream of events open: by it the server
// knows that the page is there, and the page hears of progress. Files are looked up in a table, requests in a switch (debugger/requests.ts): no path reaches the disk.

import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { askRequestOf, movingMethods, type SessionDesk } from "../../debugger/requests.ts";
import { type Diagnostic, diagnostic, fail, RavelError } from "../../support/diagnostics.ts";
import { refusalOf } from "./guard.ts";

/** A file of the page, by its name below the token; the page itself has the empty name. */
export interface ServedFile {
  readonly type: string;
  readonly body: Uint8Array;
}

export interface ServerOptions {
  readonly files: ReadonlyMap<string, ServedFile>;
  /** How long the server waits for another page after the last one has gone. */
  readonly graceMs: number;
}

export interface DebugServer {
  readonly address: string;
  /** Resolves when the server has ended. */
  readonly ended: Promise<void>;
  stop(): void;
}

const maxRequestBytes = 1_000_000;

/** CodeMirror adds its style to the page, which the nonce allows: it stands in the page in the place of this word. */
const nonceMark = "STYLE-NONCE";

const policyWith = (nonce: string): string =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const headers = {
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cache-Control": "no-store",
};

export async function serve(desk: SessionDesk, options: ServerOptions): Promise<DebugServer> {
  const served = new Served(desk, options);
  await served.listen();
  return served;
}

class Served implements DebugServer {
  readonly ended: Promise<void>;
  readonly #token = randomBytes(18).toString("base64url");
  readonly #server: Server;
  readonly #pages = new Set<ServerResponse>();
  /** The question that is being answered. */
  #question: { isCancelled: boolean } | null = null;
  #timer: NodeJS.Timeout | null = null;
  #end: () => void = () => undefined;

  constructor(
    readonly desk: SessionDesk,
    readonly options: ServerOptions,
  ) {
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.#server = createServer((request, response) => void this.#handle(request, response));
  }

  get #port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}/${this.#token}/`;
  }

  listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(0, "127.0.0.1", resolve);
    });
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#cancel();
    this.#server.close();
    this.#server.closeAllConnections();
    this.#end();
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "", headers: given } = request;
    const site = given["sec-fetch-site"];
    const refusal = refusalOf(
      {
        method,
        url,
        address: request.socket.remoteAddress,
        host: given.host,
        origin: given.origin,
        site: typeof site === "string" ? site : undefined,
        contentType: given["content-type"],
      },
      this.#port,
      this.#token,
    );
    if (refusal !== null) return send(response, refusal.status, "text/plain; charset=utf-8", `${refusal.reason}\n`);
    const name = url.slice(this.#token.length + 2);
    if (method === "POST") return name === "api" ? this.#answer(request, response) : missing(response);
    if (name === "events") return this.#addPage(response);
    const file = this.options.files.get(name);
    if (file === undefined) return missing(response);
    if (name !== "") return send(response, 200, file.type, file.body);
    const nonce = randomBytes(12).toString("base64url");
    const page = new TextDecoder().decode(file.body).replace(nonceMark, nonce);
    response.writeHead(200, { ...headers, "Content-Security-Policy": policyWith(nonce), "Content-Type": file.type });
    response.end(page);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let result: unknown;
    try {
      const { method, params } = requestOf(await read(request));
      if (method === "ask") result = { result: await this.#ask(params) };
      else if (method === "cancel") result = { result: this.#cancel() };
      else result = { result: this.#request(method, params) };
    } catch (error) {
      result = { error: faultsOf(error).map(({ code, message, hint }) => ({ code, message, hint })) };
    }
    send(response, 200, "application/json", JSON.stringify(result));
  }

  /** Answers a request to the session. Other pages of it hear that it has moved. */
  #request(method: string, params: unknown): unknown {
    const answer = this.desk.answer(method, params) ?? null;
    if (movingMethods.has(method)) this.#tell("moved", this.desk.session.state().place);
    return answer;
  }

  /** The answer to a question. Meanwhile the session answers other requests: asking yields to the event loop. */
  async #ask(params: unknown): Promise<unknown> {
    if (this.#question !== null) fail("RVL001", "another question is being answered", { hint: "cancel it first" });
    const question = { isCancelled: false };
    const request = askRequestOf(params);
    this.#question = question;
    try {
      return await this.desk.session.ask(
        request,
        () => question.isCancelled,
        (progress) => this.#tell("progress", progress),
      );
    } finally {
      this.#question = null;
    }
  }

  #cancel(): boolean {
    if (this.#question === null) return false;
    this.#question.isCancelled = true;
    return true;
  }

  #tell(event: string, data: unknown): void {
    for (const page of this.#pages) page.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  #addPage(response: ServerResponse): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    response.writeHead(200, { ...headers, "Content-Type": "text/event-stream" });
    response.write(": here\n\n");
    this.#pages.add(response);
    response.on("close", () => this.#removePage(response));
  }

  /** Without pages a question has no reader, and after a while the server has no use. */
  #removePage(response: ServerResponse): void {
    this.#pages.delete(response);
    if (this.#pages.size > 0) return;
    this.#cancel();
    this.#timer = setTimeout(() => this.stop(), this.options.graceMs);
  }
}

function send(response: ServerResponse, status: number, type: string, body: string | Uint8Array): void {
  response.writeHead(status, { ...headers, "Content-Type": type });
  response.end(body);
}

const missing = (response: ServerResponse): void => send(response, 404, "text/plain; charset=utf-8", "there is no such file\n");

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > maxRequestBytes) fail("RVL001", "the request is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function requestOf(text: string): { readonly method: string; readonly params: unknown } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return fail("RVL001", "the request is not JSON");
  }
  if (typeof json !== "object" || json === null || !("method" in json) || typeof json.method !== "string")
    return fail("RVL001", "the request names no method");
  return { method: json.method, params: "params" in json ? json.params : {} };
}

/** A refusal of the session is told to the page; so is a bug, which must not end the session. */
const faultsOf = (error: unknown): readonly Diagnostic[] =>
  error instanceof RavelError
    ? error.diagnostics
    : [
        diagnostic("RVL901", error instanceof Error ? `${error.name}: ${error.message}` : String(error), {
          hint: "please report this bug in Ravel",
        }),
      ];
