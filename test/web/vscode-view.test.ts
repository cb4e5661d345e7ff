// The time line view of the extension, in a browser that plays the editor: it asks for the time line, shows it, follows the session, and names the row that is chosen.

import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildExtension } from "../../scripts/build-vscode.mjs";
import type { Timeline, TimelineStep } from "../../src/reports/html/model.ts";
import { needs } from "../tools.ts";
import { PageBrowser } from "./browser.ts";

const step = (number: number, lane: number, text: string): TimelineStep => ({
  number,
  lane,
  mark: "write",
  file: 0,
  line: number,
  calls: [],
  text,
  facts: [`x is ${number}`],
  failure: "",
  holds: [],
});

const timeline: Timeline = {
  lanes: [
    { name: "main", label: "main" },
    { name: "T1", label: "work" },
  ],
  steps: [step(1, 0, "x = 1"), step(2, 1, "x = 2"), step(3, 0, "x = 3")],
  arrows: [],
};

if (needs("chromium")) {
  let browser: PageBrowser;
  let files: Record<string, Uint8Array> = {};
  beforeAll(async () => {
    browser = await PageBrowser.start();
    files = unzipSync(await buildExtension());
  });
  afterAll(() => browser.stop());

  const fileOf = (name: string): string => strFromU8(files[`extension/${name}`] as Uint8Array);

  test("shows the run, follows the session without asking for jumps, and sends the row that is chosen", async () => {
    const { page, faults } =
      await browser.open(`<!doctype html><html lang="en"><head><title>view</title><style>${fileOf("timeline.css")}</style></head>
<body class="vscode-light"><main id="timeline"></main>
<script>window.sent = []; window.acquireVsCodeApi = () => ({ postMessage: (message) => window.sent.push(message) });</script>
<script>${fileOf("timeline.js")}</script></body></html>`);
    const sent = (): Promise<unknown> => page.evaluate("window.sent");
    const show = (move: number, keptSteps: number): Promise<void> =>
      page.evaluate((data) => window.postMessage(data, "*"), {
        version: keptSteps + 1,
        ...timeline,
        files: ["f.c"],
        keptSteps,
        keptArrows: 0,
        steps: timeline.steps.slice(keptSteps),
        moveOf: [2, 5, 9].slice(keptSteps),
        place: { fork: 3, move },
      });
    expect(await sent()).toEqual(["ready"]);
    await show(6, 0);
    await page.locator(".row.selected").filter({ hasText: "x = 2" }).waitFor();
    expect(await page.locator(".row").count()).toBe(3);
    expect(await page.locator(".card").innerText()).toContain("f.c:2");
    expect(await sent()).toEqual(["ready"]);
    await page.locator(".row").filter({ hasText: "x = 3" }).click();
    expect(await sent()).toEqual(["ready", { fork: 3, move: 9 }]);
    await show(2, 2);
    await page.locator(".row.selected").filter({ hasText: "x = 1" }).waitFor();
    expect(await page.locator(".row").count()).toBe(3);
    expect(await page.evaluate("document.documentElement.dataset.theme")).toBe("light");
    expect(faults).toEqual([]);
  });
}
