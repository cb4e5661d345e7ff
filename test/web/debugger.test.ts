// The debugger's page in a browser, over a real session: load, step, back, breakpoints, forks, questions, jumps, reload, keyboard only. With RAVEL_SCREENSHOTS=FOLDER its
// pages are also drawn there, to be looked at.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DebugSession } from "../../src/debugger/contract.ts";
import { SourceExcerpts } from "../../src/reports/html/source-excerpts.ts";
import { timelineOf } from "../../src/reports/html/timeline.ts";
import { needs } from "../tools.ts";
import { source } from "../unit/reports/stories.ts";
import { accessibilityFaults, type OpenedPage, PageBrowser, type View } from "./browser.ts";
import { longRun } from "./reports.ts";
import { PageServers, sessionOf } from "./served.ts";
import { stubSession } from "./stub-session.ts";

const lostUpdate = "examples/lost-update.c";

if (needs("chromium")) {
  let browser: PageBrowser;
  let servers: PageServers;
  beforeAll(async () => {
    [browser, servers] = await Promise.all([PageBrowser.start(), PageServers.start()]);
  });
  afterAll(async () => {
    await browser.stop();
    servers.stop();
  });

  const visit = async (session: DebugSession, view: View = {}, title = lostUpdate): Promise<OpenedPage> => {
    const address = await servers.serve(session, title);
    const opened = await browser.visit(address, (url) => url.startsWith(address), view);
    await opened.page.locator(".thread-item").first().waitFor();
    return opened;
  };

  const stopText = (page: Page): Promise<string> => page.locator(".stop-line").innerText();
  const waitForMove = (page: Page, move: number): Promise<void> => page.locator(".stop-facts", { hasText: `move ${move} of` }).waitFor();
  const moveOf = async (page: Page): Promise<number> => Number(/move (\d+) of/.exec(await stopText(page))?.[1]);
  /** Does something, and waits until the session stands elsewhere. */
  const moves = async (page: Page, act: () => Promise<void>): Promise<void> => {
    const before = await page.evaluate(() => location.hash);
    await act();
    await page.waitForFunction((hash) => location.hash !== hash, before);
  };

  test("load, step, back, breakpoint, continue, fork, jump, reload", async () => {
    const session = await sessionOf(lostUpdate, false);
    const { page, faults } = await visit(session);
    const button = (name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" });
    expect(await page.title()).toBe(`${lostUpdate} – Ravel`);
    const line = (): Promise<string> => page.locator(".cm-line.current.chosen").innerText();
    expect(await line()).toContain("int main(void) {");
    // Forwards and back by lines.
    await moves(page, () => button("Step to the next line").click());
    expect(await line()).toContain("pthread_create(&front");
    await moves(page, () => button("Step to the next line").click());
    expect(await line()).toContain("pthread_create(&back");
    expect(session.state().threads.map((t) => t.name)).toEqual(["main", "T1"]);
    await moves(page, () => button("Back to the line before").click());
    expect(await line()).toContain("pthread_create(&front");
    await moves(page, () => button(/^Reverse/).click());
    await waitForMove(page, 0);
    // A breakpoint by a click beside line 14, and to it.
    await page.locator(".cm-lineNumbers .cm-gutterElement", { hasText: /^14$/ }).click();
    await page.locator(".breakpoints .breakpoint:visible").first().waitFor();
    await page.getByRole("tab", { name: "Breakpoints" }).click();
    expect(await page.locator(".stops li").innerText()).toContain("line lost-update.c:14");
    await moves(page, () => button("Continue").click());
    expect(await stopText(page)).toContain("Breakpoint 1: T");
    const stopped = session.state().stop.thread;
    const other = session.state().threads.find((t) => t.index > 0 && t.index !== stopped && t.status === "ready");
    // Time line: rows, lanes, and a card for the row under the pointer.
    expect(await page.locator(".timeline-pane .row").count()).toBeGreaterThan(1);
    await page.locator(".timeline-pane .row").first().hover();
    expect(await page.locator(".card").innerText()).toContain("pthread_create(&front");
    // Jump to the first row, then let another thread move there: the run forks.
    await moves(page, () => page.locator(".timeline-pane .row").first().click());
    const at = await moveOf(page);
    expect(at).toBeGreaterThan(0);
    await moves(page, () => button("Step T1 to the next line").click());
    await moves(page, () => button("Continue").click());
    await page.getByRole("tab", { name: "Forks" }).click();
    const forks = session.state().forks.length;
    expect(await page.locator(".fork-line").count()).toBe(forks);
    expect([forks > 1, other === undefined || other.index > 0]).toEqual([true, true]);
    // A reload comes back to fork, move and thread.
    const [hash, text] = [await page.evaluate(() => location.hash), await page.locator(".stop-facts").innerText()];
    await page.reload();
    await page.locator(".thread-item").first().waitFor();
    await page.waitForFunction((h) => location.hash === h, hash);
    expect(await page.locator(".stop-facts").innerText()).toBe(text);
    expect(await page.locator(".breakpoints .breakpoint:visible").count()).toBeGreaterThan(0);
    expect(faults).toEqual([]);
    await page.close();
  });

  test("ask, jump to the answer; a question that does not parse leaves the session as it is", async () => {
    const session = await sessionOf(lostUpdate, false);
    const { page, faults } = await visit(session);
    const ask = async (text: string): Promise<void> => {
      await page.getByRole("combobox", { name: "Question" }).fill(text);
      await page.keyboard.press("Enter");
    };
    await ask("what on earth");
    await page.locator(".stop.fault", { hasText: "question begins with" }).waitFor();
    expect(await moveOf(page)).toBe(0);
    await ask("can assert fail");
    const answer = page.locator(".answer").first();
    await answer.locator(".verdict-word", { hasText: /^yes$/i }).waitFor();
    await moves(page, () => answer.getByRole("button", { name: /^Jump there/ }).click());
    expect(await stopText(page)).toContain("visitors == 2");
    expect(session.state().violations.map((v) => v.property)).toContain("assert");
    // A place that does not exist is refused, and the page shows where the session stands.
    await page.evaluate(() => history.replaceState(null, "", "#fork=99&move=3"));
    await page.reload();
    await page.locator(".stop.fault", { hasText: "there is no fork 99" }).waitFor();
    expect(await page.locator(".timeline-pane .row.failing").count()).toBe(1);
    expect(faults).toEqual([]);
    await page.close();
  });

  test("while a question is answered the page can be used, another page follows, and the question can be cancelled", async () => {
    const [evidence] = longRun(20, 2).properties.flatMap((p) => p.violations);
    if (evidence === undefined) throw new Error("the run has no violation");
    const { page, faults } = await visit(stubSession(timelineOf(evidence, new SourceExcerpts(source))));
    const address = page.url().replace(/#.*/, "");
    const second = await browser.visit(address, (url) => url.startsWith(address));
    await second.page.locator(".thread-item").first().waitFor();
    await page.getByRole("combobox", { name: "Question" }).fill("can fail");
    await page.keyboard.press("Enter");
    await page.locator(".progress", { hasText: "runs" }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("s");
    for (const shown of [page, second.page]) await waitForMove(shown, 1);
    await page.getByRole("button", { name: "Cancel the question" }).click();
    await page.locator(".answer.unknown", { hasText: "cancelled" }).waitFor();
    expect([...faults, ...second.faults]).toEqual([]);
    await page.close();
    await second.page.close();
  });

  test("by keyboard only: help, steps, threads, breakpoint at the cursor, time line, tabs", async () => {
    const { page, faults } = await visit(await sessionOf(lostUpdate, false));
    const press = (key: string): Promise<void> => page.keyboard.press(key);
    await press("?");
    expect(await page.getByRole("dialog").innerText()).toContain("continue backwards");
    await press("Escape");
    await moves(page, () => press("s"));
    await moves(page, () => press("v"));
    await moves(page, () => press("t"));
    expect(new URLSearchParams(new URL(page.url()).hash.slice(1)).get("thread")).toBe("1");
    await moves(page, () => press("s"));
    await press("l");
    await page.locator(".cm-editor.cm-focused").waitFor();
    await press("b");
    await page.locator(".breakpoints .breakpoint:visible").first().waitFor();
    await moves(page, () => press("C"));
    await waitForMove(page, 0);
    await moves(page, () => press("c"));
    await press("g");
    await moves(page, () => press("Home"));
    expect(await page.locator(".timeline-pane .row.selected").innerText()).toContain("pthread_create(&front");
    await press("a");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Question");
    await press("Escape");
    await page.getByRole("tab", { name: "Ask" }).focus();
    await press("ArrowRight");
    expect(await page.getByRole("tab", { selected: true }).innerText()).toBe("Forks");
    expect(faults).toEqual([]);
    await page.close();
  });

  test("at a failure: axe finds no serious fault in light and in dark, and the stop is announced", async () => {
    for (const dark of [false, true]) {
      const { page, faults } = await visit(await sessionOf(lostUpdate, true), { dark });
      expect(await stopText(page)).toContain("visitors == 2");
      expect(await page.locator("[role=status]", { hasText: "visitors == 2" }).count()).toBe(1);
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(faults).toEqual([]);
      await page.close();
    }
  });

  test("16 threads and 10,000 steps: only what is in sight is drawn, at the end as at the start", async () => {
    const [evidence] = longRun(10_000, 16).properties.flatMap((p) => p.violations);
    if (evidence === undefined) throw new Error("the run has no violation");
    const lanes = Array.from({ length: 16 }, (_, i) => ({ name: i === 0 ? "main" : `T${i}`, label: "f" }));
    const { page, faults } = await visit(stubSession({ ...timelineOf(evidence, new SourceExcerpts(source)), lanes }));
    const nodes = (): Promise<number> => page.evaluate(() => document.querySelectorAll("svg *").length);
    await page.keyboard.press("c");
    await waitForMove(page, 10_000);
    expect(await nodes()).toBeLessThan(3000);
    await page.keyboard.press("C");
    await waitForMove(page, 0);
    expect(await nodes()).toBeLessThan(3000);
    expect(await page.evaluate(() => document.querySelectorAll("*").length)).toBeLessThan(3000);
    expect(faults).toEqual([]);
    await page.close();
  });

  if (process.env.RAVEL_SCREENSHOTS !== undefined)
    test("screenshots", async () => {
      for (const width of [1280, 800])
        for (const dark of [false, true]) {
          const file = "examples/lost-wakeup.c";
          const { page } = await visit(await sessionOf(file, true), { width, dark }, file);
          await moves(page, () => page.keyboard.press("V"));
          await page.getByRole("combobox", { name: "Question" }).fill("can deadlock");
          await page.keyboard.press("Enter");
          await page.locator(".answer").waitFor();
          await page.locator("h1").click();
          await page.waitForTimeout(300);
          await page.screenshot({
            path: `${process.env.RAVEL_SCREENSHOTS}/debugger-${width}-${dark ? "dark" : "light"}.png`,
            fullPage: true,
          });
          await page.close();
        }
    });
}
