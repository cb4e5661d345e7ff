// The steps of docs/tutorial-debugger.md, done on the page: they lead to what the tutorial says. With RAVEL_SCREENSHOTS=FOLDER its pictures are drawn there.

import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { blocksOf, changedBy } from "../docs/blocks.ts";
import { fileOfText } from "../ir-cache.ts";
import { needs } from "../tools.ts";
import { PageBrowser } from "./browser.ts";
import { PageServers, sessionOf } from "./served.ts";

const lostWakeup = "examples/lost-wakeup.c";

/** The program with the changes of the tutorial. */
const corrected = (): string =>
  blocksOf(readFileSync("docs/tutorial-debugger.md", "utf8"))
    .filter((b) => b.language === "diff")
    .reduce((text, b) => changedBy(b.text, text), readFileSync(lostWakeup, "utf8"));

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

  const visit = async (file: string, isAtFailure: boolean): Promise<Page> => {
    const address = await servers.serve(await sessionOf(file, isAtFailure), lostWakeup);
    const { page } = await browser.visit(address, (url) => url.startsWith(address), { width: 1280 });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.locator(".thread-item").first().waitFor();
    return page;
  };
  /** Asks, and returns the newest answer. */
  const ask = async (page: Page, text: string): Promise<string> => {
    const answers = page.locator(".answer .verdict-word");
    const before = await answers.count();
    await page.getByRole("combobox", { name: "Question" }).fill(text);
    await page.keyboard.press("Enter");
    await page.waitForFunction((n) => document.querySelectorAll(".answer .verdict-word").length > n, before);
    return page.locator(".answer").first().innerText();
  };
  const draw = async (page: Page, name: string): Promise<void> => {
    const folder = process.env.RAVEL_SCREENSHOTS;
    if (folder === undefined) return;
    await page.locator("h1").click();
    await page.screenshot({ path: `${folder}/tutorial-${name}.png` });
  };

  test("the failure, the moment before it is decided, and the moment after", async () => {
    const page = await visit(lostWakeup, true);
    expect(await page.locator(".stop-line").innerText()).toContain("deadlock");
    await draw(page, "1-failure");
    await page.locator(".timeline-pane .row", { hasText: "if (!delivered)" }).click();
    await page.locator(".thread-item", { hasText: "lost-wakeup.c:24" }).waitFor();
    expect(await ask(page, "can deadlock")).toMatch(/^yes/im);
    for (const line of [25, 25]) {
      await page.getByRole("button", { name: "Step T1 over calls, to the next line" }).click();
      await page.locator(".thread-item", { hasText: `lost-wakeup.c:${line}` }).waitFor();
    }
    await page.locator(".thread-item", { hasText: "waits for the condition variable arrived" }).waitFor();
    expect(await ask(page, "can deadlock")).toMatch(/^no\b.* in all interleavings from here on/im);
    await draw(page, "2-window");
    await page.close();
  });

  test("the corrected program cannot deadlock", async () => {
    const page = await visit(fileOfText(corrected()), false);
    expect(await ask(page, "can deadlock")).toMatch(/^no\b.* in all interleavings/im);
    await draw(page, "3-proof");
    await page.close();
  });
}
