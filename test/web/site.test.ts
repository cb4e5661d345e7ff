// The search box of the site in a browser: it is opened from a folder, used by keyboard alone, and loads nothing from elsewhere.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { expect, test } from "vitest";
import { buildSite } from "../../site/build.ts";
import { needs, pathOf } from "../tools.ts";
import { accessibilityFaults } from "./browser.ts";

if (needs("chromium")) {
  test("the search finds a section by keyboard, without a server", async () => {
    const folder = mkdtempSync(join(tmpdir(), "ravel-site-"));
    for (const [address, text] of await buildSite()) {
      mkdirSync(dirname(join(folder, address)), { recursive: true });
      writeFileSync(join(folder, address), text);
    }
    const browser = await chromium.launch({ executablePath: pathOf("chromium") as string, args: ["--no-sandbox", "--disable-gpu"] });
    try {
      const page = await browser.newPage();
      const foreign: string[] = [];
      page.on("request", (request) => {
        if (!request.url().startsWith(pathToFileURL(folder).href)) foreign.push(request.url());
      });
      await page.goto(pathToFileURL(join(folder, "adr/index.html")).href);
      await page.keyboard.press("/");
      await page.keyboard.type("no such words qqq");
      await page.getByText("Nothing found.").waitFor();
      await page.keyboard.press("Control+A");
      await page.keyboard.type("RVL202");
      await page.getByRole("option").first().waitFor();
      expect(await page.getByRole("option", { selected: true }).innerText()).toContain("RVL202");
      await page.keyboard.press("Enter");
      await page.waitForURL(/diagnostics\.html#rvl202/);
      expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Diagnostics");
      expect(foreign).toEqual([]);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: "dark" });
      await page.goto(pathToFileURL(join(folder, "tutorial.html")).href);
      expect(await accessibilityFaults(page)).toEqual([]);
    } finally {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
