// Which requests the local server answers. In: the head of a request. Out: why it is refused, or null.
//
// Only pages that the server itself has sent may ask. A page of another origin cannot know the token; a name that resolves to this machine (DNS rebinding) is not among the
// accepted hosts; a request from another machine does not come from a loopback address.

import { createHash, timingSafeEqual } from "node:crypto";

export interface RequestHead {
  readonly method: string;
  readonly url: string;
  /** Of the other end of the connection. */
  readonly address: string | undefined;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** Sec-Fetch-Site: how the page that asks relates to this server. */
  readonly site: string | undefined;
  readonly contentType: string | undefined;
}

export interface Refusal {
  readonly status: number;
  readonly reason: string;
}

export const isLoopback = (address: string | undefined): boolean =>
  /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/.test(address ?? "");

export function refusalOf(head: RequestHead, port: number, token: string): Refusal | null {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!isLoopback(head.address)) return { status: 403, reason: "only this machine may ask" };
  if (head.host === undefined || !hosts.includes(head.host)) return { status: 403, reason: "unknown host" };
  if (head.origin !== undefined && head.origin !== `http://${head.host}`) return { status: 403, reason: "another origin" };
  if (head.site !== undefined && head.site !== "same-origin" && head.site !== "none") return { status: 403, reason: "another site" };
  if (!hasToken(head.url, token)) return { status: 403, reason: "no valid token in the address" };
  if (head.method !== "GET" && head.method !== "POST") return { status: 405, reason: "unknown method" };
  if (head.method === "POST" && head.contentType !== "application/json") return { status: 415, reason: "requests are JSON" };
  return null;
}

/** The token is the first part of the path. The comparison takes the same time for every wrong one. */
function hasToken(url: string, token: string): boolean {
  const given = /^\/([^/?#]*)\//.exec(url)?.[1] ?? "";
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
