// The HTML report in a browser: what it shows, that it can be used by keyboard and pointer, that it loads nothing, and that no text of a program becomes
// markup. With RAVEL_SCREENSHOTS=FOLDER its pages are also drawn there, to be looked at.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fileSources } from "../../src/apps/cli/sources.ts";
import type { Report } from "../../src/reports/report.ts";
import { type GoldenProgram, goldenPrograms, goldenReport } from "../golden/programs.ts";
import { checkText } from "../run.ts";
import { needs } from "../tools.ts";
import { source } from "../unit/reports/stories.ts";
import { accessibilityFaults, type OpenedPage, PageBrowser, type View } from "./browser.ts";
import { hostile, longRun } from "./reports.ts";

const shown = ".violation:not([hidden])";
const grid = `${shown} .grid`;
const card = `${shown} .card`;

const reportOf = (name: string): Promise<Report> => goldenReport(goldenPrograms.find((p) => p.name === name) as GoldenProgram);

const textOf = (page: Page, selector: string): Promise<string> => page.locator(selector).first().innerText();

if (needs("chromium")) {
  let browser: PageBrowser;
  beforeAll(async () => {
    browser = await PageBrowser.start();
  });
  afterAll(() => browser.stop());

  const openReport = async (name: string, view: View = {}): Promise<OpenedPage> =>
    browser.open(browser.render(await reportOf(name), fileSources), view);

  test.each(goldenPrograms)("$name: verdict in words, a time line per violation, every property in the table", async (program) => {
    const golden = await goldenReport(program);
    const violations = golden.properties.flatMap((p) => p.violations);
    const { page, faults } = await browser.open(browser.render(golden, fileSources));
    const verdict = { safe: "Safe", unsafe: "Unsafe", unknown: "Unknown", "safe-bounded": "Safe up to a bound" }[golden.verdict];
    expect(await textOf(page, "h1 .badge")).toBe(verdict);
    expect((await textOf(page, "h1")).length).toBeGreaterThan(verdict.length + 10);
    expect(await page.locator(".violation").count()).toBe(violations.length);
    expect(await page.getByRole("tab").count()).toBe(violations.length > 1 ? violations.length : 0);
    const named = (await page.locator(".properties tbody th").allInnerTexts()).flatMap((names) => names.split(", "));
    expect(named.sort()).toEqual([...program.properties].sort());
    for (const [i, { replay, violation }] of violations.entries()) {
      if (violations.length > 1) await page.getByRole("tab").nth(i).click();
      expect(await page.locator(`${shown} .lane-name`).count()).toBe(replay.threads.length);
      const expected = violation.kind === "deadlock" ? replay.waits.length : violation.kind === "data-race" ? 2 : 1;
      expect(await page.locator(`${shown} .row.failing`).count()).toBe(expected);
      expect(await page.locator(`${shown} .parties tr`).count()).toBeGreaterThan(0);
    }
    expect(faults).toEqual([]);
    await page.close();
  });

  test("a deadlock: the page opens at its headline, also after a reload, and tells which signal was the last", async () => {
    const { page, faults } = await openReport("lost-wakeup");
    for (const _ of [1, 2]) {
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
      expect(await textOf(page, card)).toContain("waits for the condition variable arrived");
      await page.reload();
    }
    expect(await textOf(page, `${shown} .causes`)).toMatch(
      /^the last signal is by T2 in step \d+ at line 18 in producer, before T1 waits$/,
    );
    expect(faults).toEqual([]);
    await page.close();
  });

  test("a project: the targets in a table with links, and a tab per violation of any of them", async () => {
    const targets = await Promise.all(
      ["lost-update", "race-fixed", "deadlock"].map(async (name) => {
        const report = await reportOf(name);
        return { name, report, diagnostics: [], reused: false, seconds: 1, exitStatus: 0 };
      }),
    );
    const { page, faults } = await browser.open(browser.renderProject({ version: "0.1.0", targets }, fileSources));
    expect(await textOf(page, "h1")).toContain("3 targets: 2 unsafe, 1 safe");
    expect(await accessibilityFaults(page)).toEqual([]);
    const tabs = await page.getByRole("tab").allInnerTexts();
    expect(tabs).toEqual(targets.flatMap((t) => t.report.confirmed.map(() => expect.stringMatching(new RegExp(`^${t.name}: `)))));
    await page.getByRole("link", { name: "deadlock at" }).click();
    await page.getByRole("tab", { selected: true, name: /^deadlock: deadlock/ }).waitFor();
    expect(await page.locator(`${shown} .row.failing`).count()).toBeGreaterThan(1);
    expect(faults).toEqual([]);
    await page.close();
  });

  test.each([
    ["use-after-free", false],
    ["use-after-free", true],
    ["reach-error-flag", true],
    ["function-defined-nowhere", false],
  ])("axe finds no serious fault in %s (dark: %s)", async (name, dark) => {
    const { page } = await openReport(name, { dark });
    await page.locator("summary").evaluateAll((all) => {
      for (const summary of all) (summary.parentElement as HTMLDetailsElement).open = true;
    });
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.close();
  });

  test("axe notices a fault", async () => {
    const { page } = await openReport("race-fixed");
    await page.evaluate(() => document.querySelector("main")?.append(document.createElement("button")));
    expect(await accessibilityFaults(page)).toEqual([expect.stringContaining("button-name")]);
    await page.close();
  });

  test("hover and keyboard show values, where they come from, and where each thread is", async () => {
    const { page, faults } = await openReport("lost-update");
    // The time line begins at the failure.
    expect(await textOf(page, card)).toContain("the assertion fails");
    await page.locator(`${shown} .row`).filter({ hasText: "visitors is 0" }).first().hover();
    expect(await textOf(page, card)).toMatch(/T[12] door · step \d+ · examples\/lost-update\.c:14 in door\s+visitors\+\+\s+visitors is 0/);
    await page.locator("h1").hover();
    expect(await textOf(page, card)).toContain("the assertion fails");
    await page.locator(grid).focus();
    await page.keyboard.press("ArrowUp");
    expect(await textOf(page, card)).toMatch(/visitors is 1[\s\S]*visitors was written by T[12] \(step \d+\)/);
    await page.keyboard.press("ArrowLeft");
    expect(await textOf(page, card)).toMatch(/visitors = 1[\s\S]*visitors is read by main \(step \d+\)/);
    const active = page.locator(`#${await page.locator(grid).getAttribute("aria-activedescendant")}`);
    expect(await active.getAttribute("aria-selected")).toBe("true");
    expect(await page.locator(`${grid} [aria-selected=true]`).count()).toBe(1);
    expect(await page.locator(`${grid} > .rows > :not([role=row]):not([aria-hidden=true])`).count()).toBe(0);
    expect(await active.innerText()).toContain("visitors = 1");
    expect(await textOf(page, `${shown} .line.now`)).toContain("visitors++;");
    expect((await page.locator(`${shown} .here`).allInnerTexts()).sort()).toEqual(["T1", "T2", "main"]);
    await page.keyboard.press("Home");
    expect(await textOf(page, card)).toContain("step 1 ");
    await page.keyboard.press("x");
    expect(await textOf(page, card)).toContain("the assertion fails");
    // The address names the step.
    await page.keyboard.press("Home");
    expect(new URL(page.url()).hash).toBe("#violation-1.1");
    await page.reload();
    expect(await textOf(page, card)).toContain("step 1 ");
    await page.locator(`${shown} .parties a.step`).click();
    expect(await textOf(page, card)).toContain("the assertion fails");
    // A click on a line goes to the next step there.
    await page.locator(`${shown} .line.executed`).filter({ hasText: "visitors++" }).click();
    expect(await textOf(page, card)).toContain("visitors++");
    expect(faults).toEqual([]);
    await page.close();
  });

  test("arrows are drawn for what orders steps", async () => {
    const kinds = new Set<string>();
    for (const name of ["lost-update", "deadlock", "use-after-free"]) {
      const { page } = await openReport(name);
      for (let tab = 0; tab < Math.max(await page.getByRole("tab").count(), 1); tab++) {
        if (tab > 0) await page.getByRole("tab").nth(tab).click();
        const classes = await page.locator(`${shown} .graph path.arrow`).evaluateAll((paths) => paths.map((p) => p.classList[1] ?? ""));
        for (const kind of classes) kinds.add(kind);
      }
      await page.close();
    }
    expect([...kinds].sort()).toEqual(["create", "freed", "held", "join", "lock", "race", "reads-from"]);
  });

  test("tabs by keyboard, and a link in the table of properties opens its violation", async () => {
    const { page } = await openReport("lost-update");
    await page.getByRole("tab").first().focus();
    await page.keyboard.press("ArrowRight");
    const selected = page.getByRole("tab", { selected: true });
    expect(await selected.innerText()).toBe("race lost-update.c:14");
    for (const row of await page.locator(`${shown} .row.failing`).allInnerTexts()) expect(row).toContain("races with T");
    await page.locator(".properties a").first().click();
    await page.getByRole("tab", { selected: true, name: "assert lost-update.c:24" }).waitFor();
    await page.close();
  });

  test("light and dark: by the system, and by the switch", async () => {
    const colour = (page: Page): Promise<string> => page.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);
    const [light, dark] = [await openReport("race-fixed"), await openReport("race-fixed", { dark: true })];
    const [day, night] = [await colour(light.page), await colour(dark.page)];
    expect(day).not.toBe(night);
    await light.page.getByRole("button", { name: "Switch to dark colours" }).click();
    await dark.page.getByRole("button", { name: "Switch to light colours" }).click();
    expect([await colour(light.page), await colour(dark.page)]).toEqual([night, day]);
    await light.page.close();
    await dark.page.close();
  });

  test("texts of a program that look like markup stay texts", async () => {
    const { page, faults } = await browser.open(browser.render(hostile.report, hostile.source));
    for (const summary of await page.locator("summary").all()) await summary.click();
    expect(await page.evaluate(() => "stolen" in window)).toBe(false);
    expect(await page.locator("img, iframe, [onerror], [onclick]").count()).toBe(0);
    expect((await page.locator("body").innerText()).split(hostile.text).length).toBeGreaterThan(15);
    expect(await page.title()).toContain("<script>");
    expect(faults).toEqual([]);
    await page.close();
  });

  test("a C program whose assertion, output and names look like markup is shown as it is written", async () => {
    const text = `#include <assert.h>
#include <stdio.h>
int main(void) {
  puts("</script><img src=x onerror=stolen=1>");
  assert(!"<svg onload=stolen=1></noscript></pre>");
}
`;
    const checked = await checkText(text, "explore", ["assert"]);
    const { page, faults } = await browser.open(browser.render(checked, fileSources));
    expect(await textOf(page, "h1")).toContain('!"<svg onload=stolen=1></noscript></pre>"');
    expect(await textOf(page, card)).toContain('assert(!"<svg onload=stolen=1></noscript></pre>")');
    await page.getByText("What the program printed").click();
    expect(await textOf(page, `${shown} details pre`)).toBe("</script><img src=x onerror=stolen=1>");
    expect(await page.evaluate(() => "stolen" in window)).toBe(false);
    expect(faults).toEqual([]);
    await page.close();
  });

  test("10,000 steps of 16 threads: only what is in sight is in the page, and every step can be reached", async () => {
    const { page, faults } = await browser.open(browser.render(longRun(10_000, 16), source));
    const nodes = (): Promise<number> => page.evaluate(() => document.querySelectorAll("*").length);
    expect(await nodes()).toBeLessThan(3000);
    expect(await textOf(page, card)).toContain("step 10000 ");
    await page.locator(grid).focus();
    await page.keyboard.press("Home");
    expect(await textOf(page, card)).toContain("step 1 ");
    await page.getByLabel("Find steps").fill("x = 5000");
    await page.keyboard.press("Enter");
    expect(await textOf(page, card)).toContain("x = 5000");
    expect(await page.locator(`${shown} .row.selected`).count()).toBe(1);
    expect(await nodes()).toBeLessThan(3000);
    await page.locator(`${shown} .all-steps summary`).click();
    await page.locator(`${shown} .all-steps tbody tr`).nth(9_999).waitFor();
    expect(faults).toEqual([]);
    await page.close();
  });

  test("what one thread does alone is folded, and opens by keyboard", async () => {
    const { page } = await browser.open(browser.render(longRun(400, 2, 100), source));
    const rows = async (): Promise<number> => Number(await page.locator(grid).getAttribute("aria-rowcount"));
    expect(await rows()).toBeLessThan(20);
    await page.locator(grid).focus();
    await page.keyboard.press("Home");
    expect(await textOf(page, `${shown} .row.selected`)).toContain("steps that no other thread sees");
    await page.keyboard.press("Enter");
    expect(await rows()).toBeGreaterThan(100);
    await page.getByRole("button", { name: "Show all steps" }).click();
    expect([await rows(), await page.locator(`${shown} .row.folded`).count()]).toEqual([400, 0]);
    await page.close();
  });

  if (process.env.RAVEL_SCREENSHOTS !== undefined)
    test.each(goldenPrograms)("screenshots of $name", async ({ name }) => {
      for (const width of [1280, 800])
        for (const dark of [false, true]) {
          const { page } = await openReport(name, { width, dark });
          const path = `${process.env.RAVEL_SCREENSHOTS}/${name}-${width}-${dark ? "dark" : "light"}.png`;
          await page.screenshot({ path, fullPage: true });
          await page.close();
        }
    });
}
