// The worker of the playground as the page sees it: requests with numbers, replies, progress. In: requests. Out: promises.

import type { AskAnswer, AskProgress, AskRequest } from "../../src/debugger/contract.ts";
import type { SessionMethod, SessionMethods } from "../../src/debugger/requests.ts";
import { type Reply, resultOf, type SessionClient } from "../debugger/client.ts";

type Message = { readonly progress: string } | { readonly id: number; readonly reply: Reply };

export class WorkerClient implements SessionClient {
  readonly #worker = new Worker("worker.js", { name: "ravel" });
  readonly #waiting = new Map<number, { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }>();
  #requests = 0;
  progress: (text: string) => void = () => undefined;
  moved: () => void = () => undefined; // there is no other page

  constructor(lost: (why: string) => void) {
    this.#worker.addEventListener("message", (event: MessageEvent<Message>) => this.#receive(event.data));
    this.#worker.addEventListener("error", (event) => lost(event.message));
  }

  request(method: string, params: unknown = {}): Promise<unknown> {
    const id = ++this.#requests;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, method, params });
    });
  }

  async call<M extends SessionMethod>(method: M, params: SessionMethods[M][0]): Promise<SessionMethods[M][1]> {
    return (await this.request(method, params)) as SessionMethods[M][1];
  }

  async ask(request: AskRequest, progress: (p: AskProgress) => void): Promise<AskAnswer> {
    this.progress = (text) => progress({ text });
    return (await this.request("ask", request)) as AskAnswer;
  }

  async cancel(): Promise<void> {
    await this.request("cancel");
  }

  #receive(message: Message): void {
    if ("progress" in message) {
      this.progress(message.progress);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    try {
      waiting?.resolve(resultOf(message.reply));
    } catch (error) {
      waiting?.reject(error as Error);
    }
  }
}
