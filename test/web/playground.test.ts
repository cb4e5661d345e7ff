// The playground in a browser, from a folder of static files: check, report, debug from the failure, an edited program without a network, share by address, engines in turns
// where memory cannot be shared. With RAVEL_SCREENSHOTS=FOLDER its pages are also drawn there.

import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildPlayground } from "../../scripts/build-playground.mjs";
import { needs, pathOf } from "../tools.ts";
import { accessibilityFaults } from "./browser.ts";

const types: Readonly<Record<string, string>> = { html: "text/html", js: "text/javascript", css: "text/css", json: "application/json" };

/** Any server of static files would do. */
function staticServer(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const name = (request.url ?? "").replace(/[?#].*/, "").slice(1) || "index.html";
    const path = join(folder, name);
    const isThere = /^[\w.-]+$/.test(name) && existsSync(path);
    response.writeHead(isThere ? 200 : 404, { "Content-Type": types[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream" });
    response.end(isThere ? readFileSync(path) : "");
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

const fixed = `#include <assert.h>
#include <pthread.h>
static int n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *p) { pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m); return p; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0); pthread_create(&b, 0, add, 0);
  pthread_join(a, 0); pthread_join(b, 0);
  assert(n == 2);
}
`;

if (needs("chromium")) {
  let server: Server;
  let browser: Browser;
  let address: string;
  beforeAll(async () => {
    const folder = fileURLToPath(new URL("../../node_modules/.cache/ravel/playground", import.meta.url));
    await buildPlayground(folder, 1);
    server = await staticServer(folder);
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    browser = await chromium.launch({ executablePath: pathOf("chromium") as string, args: ["--no-sandbox", "--disable-gpu"] });
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    server.close();
  });

  const faults: string[] = [];
  const open = async (context: BrowserContext, at = address): Promise<Page> => {
    const page = await context.newPage();
    page.on("pageerror", (error) => faults.push(error.message));
    // Without a service worker the compiler is asked for unpacked first, which the server does not have.
    const expected = /404|Service Worker registration blocked/;
    page.on("console", (message) => {
      if (!expected.test(message.text())) faults.push(message.text());
    });
    await page.goto(at);
    await page.locator("body[data-ready]").waitFor();
    return page;
  };
  const button = (page: Page, name: RegExp) => page.getByRole("button", { name });
  const edit = async (page: Page, text: string): Promise<void> => {
    await page.locator(".cm-content").click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText(text);
  };
  const check = async (page: Page): Promise<string> => {
    await button(page, /^Check/).click();
    await page.locator(".stop", { hasText: /^(Safe|Unsafe|Unknown|line \d+)/ }).waitFor();
    return page.locator(".stop").innerText();
  };

  test("check, report, debug from the failure; an edited program with the network cut; share by address", async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await open(context);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    expect(await check(page)).toMatch(/^Unsafe, after .* engines side by side/);
    const report = page.frameLocator("iframe");
    expect(await report.locator("h1").innerText()).toContain("visitors");
    expect(await report.locator(".timeline .row").count()).toBeGreaterThan(3);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.close();

    // Another visit, without a network: everything is kept.
    await context.setOffline(true);
    const offline = await open(context);
    await edit(offline, "int main(void) { retrun 0; }");
    expect(await check(offline)).toBe("line 1: use of undeclared identifier 'retrun'");
    await offline.locator(".stop.fault").waitFor();
    await edit(offline, fixed);
    expect(await check(offline)).toMatch(/^Safe, after/);
    await edit(offline, fixed.replace("pthread_mutex_lock(&m); ", "").replace("pthread_mutex_unlock(&m); ", ""));
    expect(await check(offline)).toMatch(/^Unsafe/);
    await button(offline, /^Debug: assertion fails/).click();
    await offline.locator(".stop", { hasText: "n == 2" }).waitFor();
    expect(await offline.locator(".timeline-pane .row.failing").count()).toBe(1);
    await button(offline, /^Reverse/).click();
    await offline.locator(".stop-facts", { hasText: "move 0 of" }).waitFor();
    await offline.keyboard.press("s");
    await offline.locator(".stop-facts", { hasText: /move [1-9]/ }).waitFor();
    await button(offline, /editor/).click();
    await button(offline, /^Share/).click();
    await offline.waitForFunction(() => location.hash.startsWith("#code="));
    const shared = await open(context, offline.url());
    expect(await shared.locator(".cm-content").innerText()).toContain("assert(n == 2);");
    expect(faults).toEqual([]);
    await context.close();
  }, 60_000);

  test("without a service worker memory is not shared: engines take turns", async () => {
    const context = await browser.newContext({ serviceWorkers: "block" });
    const page = await open(context);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
    expect(await check(page)).toMatch(/^Unsafe, after .* engines in turns/);
    expect(faults).toEqual([]);
    await context.close();
  }, 60_000);

  if (process.env.RAVEL_SCREENSHOTS !== undefined)
    test("screenshots", async () => {
      for (const width of [1280, 800])
        for (const colorScheme of ["light", "dark"] as const) {
          const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
          const page = await open(context);
          await check(page);
          await page.frameLocator("iframe").locator(".timeline .row").first().waitFor();
          await page.screenshot({ path: `${process.env.RAVEL_SCREENSHOTS}/playground-${width}-${colorScheme}.png` });
          await context.close();
        }
    }, 60_000);
}
