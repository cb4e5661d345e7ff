// The session as the page sees it. In: requests. Out: promises of answers. Behind it is the local server, or a worker of the playground.

import type { AskAnswer, AskProgress, AskRequest, Place } from "../../src/debugger/contract.ts";
import type { SessionMethod, SessionMethods } from "../../src/debugger/requests.ts";

export interface SessionClient {
  call<M extends SessionMethod>(method: M, params: SessionMethods[M][0]): Promise<SessionMethods[M][1]>;
  ask(request: AskRequest, progress: (p: AskProgress) => void): Promise<AskAnswer>;
  cancel(): Promise<void>;
  /** Called when the session has moved, perhaps by another page. */
  moved: (place: Place) => void;
}

/** How long the server may be silent before the page says that it has ended. */
const maxSilenceMs = 3000;

/** What the session refuses, in words. */
export class Refused extends Error {}

/** An answer as it crosses a socket or a worker. */
export type Reply =
  | { readonly result: unknown }
  | { readonly error: readonly { readonly message: string; readonly hint?: string | null }[] };

export function resultOf(reply: Reply): unknown {
  if ("result" in reply) return reply.result;
  throw new Refused(reply.error.map((e) => ((e.hint ?? "") === "" ? e.message : `${e.message} (${e.hint})`)).join("; "));
}

/** By requests to the server that sent the page. */
export class ServerClient implements SessionClient {
  #progress: (p: AskProgress) => void = () => undefined;
  moved: (place: Place) => void = () => undefined;

  constructor(readonly lost: () => void) {
    const events = new EventSource("events");
    events.addEventListener("progress", (event) => this.#progress(JSON.parse(event.data) as AskProgress));
    events.addEventListener("moved", (event) => this.moved(JSON.parse(event.data) as Place));
    events.addEventListener("error", () => {
      setTimeout(() => {
        if (events.readyState !== EventSource.OPEN) lost();
      }, maxSilenceMs);
    });
  }

  async call<M extends SessionMethod>(method: M, params: SessionMethods[M][0]): Promise<SessionMethods[M][1]> {
    return (await this.#post(method, params)) as SessionMethods[M][1];
  }

  async ask(request: AskRequest, progress: (p: AskProgress) => void): Promise<AskAnswer> {
    this.#progress = progress;
    return (await this.#post("ask", request)) as AskAnswer;
  }

  async cancel(): Promise<void> {
    await this.#post("cancel", {});
  }

  async #post(method: string, params: unknown): Promise<unknown> {
    let response: Response;
    try {
      const body = JSON.stringify({ method, params });
      response = await fetch("api", { method: "POST", headers: { "Content-Type": "application/json" }, body });
    } catch {
      this.lost();
      throw new Refused("the server has ended: run ravel debug again");
    }
    if (!response.ok) throw new Refused(`the server refused: ${(await response.text()).trim()}`);
    return resultOf((await response.json()) as Reply);
  }
}
