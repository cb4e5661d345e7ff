// The local server of the debugger: what it refuses, that requests reach the session by the table only, that it ends after its last page has gone.

import { request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { afterEach, describe, expect, test } from "vitest";
import { isLoopback, refusalOf } from "../../../../src/apps/server/guard.ts";
import { type DebugServer, serve } from "../../../../src/apps/server/server.ts";
import { SessionDesk } from "../../../../src/debugger/requests.ts";
import type { Timeline } from "../../../../src/reports/html/model.ts";
import { stubSession } from "../../../web/stub-session.ts";

const step = { number: 1, lane: 0, mark: "local", file: 0, line: 1, calls: [], text: "x", facts: [], failure: "", holds: [] } as const;
const timeline: Timeline = { lanes: [{ name: "main", label: "" }], steps: [step, { ...step, number: 2 }], arrows: [] };
const files = new Map([["", { type: "text/html", body: Buffer.from("the page") }]]);

const servers: DebugServer[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.stop();
});

async function start(graceMs = 60_000) {
  const session = stubSession(timeline);
  const server = await serve(new SessionDesk(session, "f.c"), { files, graceMs });
  servers.push(server);
  const { hostname, port, pathname } = new URL(server.address);
  const send = (
    path: string,
    options: RequestOptions = {},
    body?: string,
  ): Promise<{ status: number; text: string; message: IncomingMessage }> =>
    new Promise((resolve, reject) => {
      const request = httpRequest({ hostname, port, path, agent: false, ...options }, (message) => {
        let text = "";
        message.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk;
        });
        message.on("end", () => resolve({ status: message.statusCode ?? 0, text, message }));
      });
      request.on("error", reject);
      request.end(body);
    });
  const call = async (method: string, params: unknown = {}): Promise<Record<string, unknown>> => {
    const headers = { "Content-Type": "application/json" };
    return JSON.parse((await send(`${pathname}api`, { method: "POST", headers }, JSON.stringify({ method, params }))).text) as Record<
      string,
      unknown
    >;
  };
  return { server, session, send, call, port: Number(port), path: pathname };
}

/** Opens the stream of events of a page. Returns what closes it. */
function openPage(port: number, path: string): Promise<() => void> {
  return new Promise((resolve) => {
    const request = httpRequest({ hostname: "127.0.0.1", port, path: `${path}events`, agent: false }, (message) => {
      message.once("data", () => resolve(() => request.destroy()));
    });
    request.end();
  });
}

describe("the server of the debugger", () => {
  test("serves the page under its token, with a policy that allows nothing from elsewhere", async () => {
    const { send, path } = await start();
    const page = await send(path);
    expect([page.status, page.text]).toEqual([200, "the page"]);
    expect(page.message.headers["content-security-policy"]).toContain("default-src 'none'");
    expect(path.length).toBeGreaterThan(24);
  });

  test.each([
    ["a missing token", "/", {}],
    ["a wrong token", "/AAAAAAAAAAAAAAAAAAAAAAAA/", {}],
    ["another host", null, { headers: { Host: "evil.example" } }],
    ["another port of this host", null, { headers: { Host: "127.0.0.1:1" } }],
    ["another origin", null, { headers: { Origin: "http://evil.example" } }],
    ["an opaque origin", null, { headers: { Origin: "null" } }],
    ["another site", null, { headers: { "Sec-Fetch-Site": "cross-site" } }],
  ])("refuses %s", async (_, other, options) => {
    const { send, path } = await start();
    const { status, text } = await send(other ?? path, options);
    expect(status).toBe(403);
    expect(text).not.toContain("the page");
  });

  test.each(["../../etc/passwd", "..%2f..%2fetc%2fpasswd", "/etc/passwd", "%2e%2e/package.json", "constructor", "__proto__"])(
    "knows no file but those of the page: %s",
    async (name) => {
      const { send, path } = await start();
      expect((await send(`${path}${name}`)).status).toBe(404);
    },
  );

  test("other methods, and requests that are not JSON, are refused", async () => {
    const { send, path } = await start();
    expect((await send(`${path}api`, { method: "PUT" })).status).toBe(405);
    expect((await send(`${path}api`, { method: "POST", headers: { "Content-Type": "text/plain" } }, "{}")).status).toBe(415);
    const headers = { "Content-Type": "application/json" };
    expect((await send(`${path}api`, { method: "POST", headers }, "{")).text).toContain("not JSON");
    expect((await send(`${path}api`, { method: "POST", headers }, "[]")).text).toContain("no method");
  });

  test("listens on the loopback address only", async () => {
    const { port } = await start();
    const others = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).filter((i) => !i.internal && i.family === "IPv4"));
    for (const { address } of others) {
      const outcome = await new Promise((resolve) => {
        const socket = connect({ host: address, port, timeout: 2000 });
        socket
          .once("connect", () => resolve("connected"))
          .once("error", () => resolve("refused"))
          .once("timeout", () => resolve("refused"));
        socket.once("close", () => socket.destroy());
      });
      expect(outcome).toBe("refused");
    }
    const head = { method: "GET", url: "/t/", host: "127.0.0.1:80", origin: undefined, site: undefined, contentType: undefined };
    expect(refusalOf({ ...head, address: "127.0.0.1" }, 80, "t")).toBeNull();
    expect(refusalOf({ ...head, address: "192.168.0.7" }, 80, "t")).toEqual({ status: 403, reason: "only this machine may ask" });
    expect(["127.0.0.1", "::1", "::ffff:127.0.0.1", "10.0.0.1", "::ffff:10.0.0.1", "1127.0.0.1", undefined].map(isLoopback)).toEqual([
      ...[true, true, true],
      ...[false, false, false, false],
    ]);
  });

  test("requests reach the session by the table, and bad ones leave it as it is", async () => {
    const { call } = await start();
    expect(await call("step", { thread: 0, kind: "line" })).toMatchObject({ result: { place: { fork: 0, move: 1 } } });
    for (const [method, params] of [
      ["step", { thread: "0", kind: "line" }],
      ["step", { thread: 0, kind: "constructor" }],
      ["constructor", {}],
      ["__proto__", {}],
      ["asked", {}],
      ["goTo", { fork: 0, move: 1.5 }],
      ["setBreakpoints", { specs: [{ kind: "line", file: "f.c" }] }],
      ["evaluate", { thread: 0, level: 0, expression: "process.exit()" }],
      ["evaluate", null],
    ] as const)
      expect(await call(method, params)).toMatchObject({ error: [{ code: "RVL001" }] });
    expect(await call("state")).toMatchObject({ result: { place: { fork: 0, move: 1 } } });
    expect(await call("setBreakpoints", { specs: [{ kind: "line", file: "f.c", line: 3 }] })).toMatchObject({ result: [{ number: 1 }] });
    expect(await call("open")).toMatchObject({ result: { title: "f.c", breakpoints: [{ number: 1 }] } });
  });

  test("a time line is sent once, then only what has changed", async () => {
    const { call } = await start();
    expect(await call("timeline", { since: 0 })).toMatchObject({ result: { version: 1, keptSteps: 0, moveOf: [1, 2] } });
    expect(await call("timeline", { since: 1 })).toMatchObject({ result: { version: 1, keptSteps: 2, steps: [] } });
    expect(await call("timeline", { since: 0 })).toMatchObject({ result: { keptSteps: 0, moveOf: [1, 2] } });
  });

  test("while a question is answered the session answers, and the question can be cancelled", async () => {
    const { call, session } = await start();
    const question = call("ask", { text: "can x == 0 at 1", over: "continuations", fixedInputs: false, thread: 0, level: 0 });
    while (session.asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(await call("step", { thread: 0, kind: "visible" })).toMatchObject({ result: { place: { move: 1 } } });
    expect(await call("ask", { text: "another", over: "continuations", fixedInputs: false, thread: 0, level: 0 })).toMatchObject({
      error: [{ message: "another question is being answered" }],
    });
    expect(await call("cancel")).toEqual({ result: true });
    expect(await question).toMatchObject({ result: { answer: "unknown", text: "cancelled" } });
    expect(await call("cancel")).toEqual({ result: false });
  });

  test("ends when its last page has gone, and cancels the question that nobody reads", async () => {
    const { server, port, path, call, session } = await start(20);
    const [close, closeOther] = [await openPage(port, path), await openPage(port, path)];
    const question = call("ask", { text: "x", over: "reorderings", fixedInputs: true, thread: 0, level: 0 }).catch(() => "gone");
    while (session.asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    close();
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(await call("state")).toMatchObject({ result: { place: { move: 0 } } });
    closeOther();
    await server.ended;
    await question;
    await expect(call("state")).rejects.toThrow();
  });
});
