// npm run bench -- debugger: the debugger's page with 16 threads and 10,000 steps, the time from the command to the page, and visits of the playground. Wall times in headless
// Chromium, the time of its own start excluded; the best of a few, because other work on the machine counts.

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { pathOf } from "../test/tools.ts";
import type { Row } from "./results.ts";

const program = "bench/programs/sixteen-threads.c";
const playground = "dist/playground";

const row = (what: string, value: number, unit: string, most: number): Row => ({
  what,
  value,
  unit,
  aim: `at most ${most}`,
  met: value <= most,
});

export async function debuggerBench(): Promise<Row[]> {
  const executablePath = pathOf("chromium");
  if (executablePath === null) throw new Error("chromium is needed");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  const cache = mkdtempSync(join(tmpdir(), "ravel-bench-"));
  try {
    return [...(await pageRows(browser, cache)), ...(await playgroundRows(browser))];
  } finally {
    await browser.close();
    rmSync(cache, { recursive: true, force: true });
  }
}

/** Starts the command and opens its page. */
async function openPage(
  browser: Browser,
  cache: string,
): Promise<{ readonly page: Page; readonly ms: number; readonly command: ChildProcess }> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const started = performance.now();
  const command = spawn(process.execPath, ["dist/cli.js", "debug", program], { env: { ...process.env, RAVEL_CACHE_DIR: cache } });
  const address = await new Promise<string>((resolve, reject) => {
    command.stdout.once("data", (text) => resolve(String(text).trim()));
    command.once("exit", () => reject(new Error("ravel debug ended")));
  });
  await page.goto(address);
  await page.locator(".thread-item").first().waitFor();
  return { page, ms: performance.now() - started, command };
}

async function pageRows(browser: Browser, cache: string): Promise<Row[]> {
  const firstPages: number[] = [];
  for (let i = 0; i < 4; i++) {
    const { page, ms, command } = await openPage(browser, cache);
    if (i > 0) firstPages.push(ms); // the first one fills the cache
    command.kill("SIGINT");
    await page.close();
  }
  const { page, command } = await openPage(browser, cache);
  await press(page, "c");
  const steps: number[] = [];
  for (let i = 0; i < 10; i++) {
    await press(page, "V");
    steps.push(await press(page, "v"));
  }
  const [, moves = "0"] = /of (\d+)/.exec((await page.locator(".stop-facts").textContent()) ?? "") ?? [];
  const nodes = await page.evaluate<number>('document.querySelectorAll("svg *").length');
  const back = await press(page, "C");
  command.kill("SIGINT");
  await page.close();
  return [
    row("first page after the command, cached program", Math.min(...firstPages), "ms", 1000),
    { what: "moves of the run", value: Number(moves), unit: "moves", aim: "", met: null },
    row("a step at its end, shown (median of 10)", steps.sort((a, b) => a - b)[5] as number, "ms", 100),
    row("back from the end to the start", back, "ms", 2000),
    row("SVG nodes in the page", nodes, "nodes", 3000),
  ];
}

/** Presses a key. Returns the milliseconds until the page shows another place. */
function press(page: Page, key: string): Promise<number> {
  return page.evaluate<number>(`(async () => {
    const facts = document.querySelector(".stop-facts");
    const [before, started] = [facts.textContent, performance.now()];
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: ${JSON.stringify(key)}, bubbles: true }));
    while (facts.textContent === before) await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now() - started;
  })()`);
}

async function playgroundRows(browser: Browser): Promise<Row[]> {
  if (!existsSync(join(playground, "index.html"))) throw new Error("run npm run playground first");
  let bytes = 0;
  const types: Readonly<Record<string, string>> = { html: "text/html", js: "text/javascript", css: "text/css", json: "application/json" };
  const server = createServer((request, response) => {
    const name = (request.url ?? "").slice(1) || "index.html";
    const isThere = /^[\w.-]+$/.test(name) && existsSync(join(playground, name));
    const body = isThere ? readFileSync(join(playground, name)) : Buffer.from("");
    bytes += body.length;
    response.writeHead(isThere ? 200 : 404, { "Content-Type": types[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream" });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const context = await browser.newContext();
  const visits: number[] = [];
  let first = 0;
  for (let i = 0; i < 4; i++) {
    const page = await context.newPage();
    const started = performance.now();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.locator("body[data-ready]").waitFor();
    visits.push(performance.now() - started);
    if (i === 0) first = bytes;
    await page.close();
  }
  server.close();
  return [
    { what: "playground: first visit, from this machine", value: visits[0] as number, unit: "ms", aim: "", met: null },
    { what: "playground: bytes of the first visit", value: first / 1e6, unit: "MB", aim: "", met: null },
    row("playground: second visit, ready to check", Math.min(...visits.slice(1)), "ms", 2000),
  ];
}
