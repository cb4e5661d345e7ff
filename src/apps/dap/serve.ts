// Connects adapters to editors: one over standard input and output, or one per connection to a port of the loopback interface. In: how targets are opened. Out: a promise that
// ends when the editor is gone, or for a port when the process is told to end.
//
// A page in a browser can send an HTTP request to a port of this machine, and its head also has a Content-Length. So a connection that does not begin as the protocol does is closed.

import { createServer, type Server, type Socket } from "node:net";
import type { Readable, Writable } from "node:stream";
import { OutputEvent } from "@vscode/debugadapter";
import { Adapter } from "./adapter.ts";
import { Framing } from "./framing.ts";
import type { OpenTarget } from "./target.ts";

const loopback = "127.0.0.1";
const beginning = "Content-Length:";

/** Serves one editor until it disconnects or its end of the stream closes. */
export function serveStreams(input: Readable, output: Writable, open: OpenTarget): Promise<void> {
  return new Promise<void>((resolve) => {
    const adapter = new Adapter(open, resolve);
    const framing = new Framing();
    input.on("data", (data: Buffer) => {
      const fault = framing.check(data);
      if (fault === null) return;
      adapter.sendEvent(new OutputEvent(`${fault}: the connection is closed\n`, "important"));
      resolve();
    });
    for (const event of ["end", "close", "error"]) input.on(event, () => resolve());
    output.on("error", () => resolve());
    adapter.start(input as NodeJS.ReadableStream, output as NodeJS.WritableStream);
  });
}

/** Listens on the loopback interface; port 0 takes a free one. */
export function servePort(port: number, open: OpenTarget): Promise<Server> {
  const server = createServer((socket) => accept(socket, open));
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, loopback, () => resolve(server));
  });
}

function accept(socket: Socket, open: OpenTarget): void {
  socket.setNoDelay(true); // a response and the events after it are small messages, one after another
  socket.on("error", () => socket.destroy());
  socket.once("data", (first: Buffer) => {
    const head = first.subarray(0, beginning.length).toString("latin1");
    if (!beginning.startsWith(head)) return socket.destroy();
    socket.pause();
    socket.unshift(first);
    void serveStreams(socket, socket, open).then(() => socket.end());
  });
}
