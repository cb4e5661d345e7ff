// A browser for the tests of pages. In: reports, HTML or addresses. Out: open pages, and everything that went wrong in them: errors, refused scripts, requests.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { buildWeb } from "../../scripts/build-web.mjs";
import { assetOf } from "../../src/apps/cli/page-assets.ts";
import { type PageAssets, renderPage } from "../../src/reports/html/page.ts";
import { renderProjectPage } from "../../src/reports/html/project-page.ts";
import type { ProjectReport } from "../../src/reports/project.ts";
import type { Report } from "../../src/reports/report.ts";
import type { SourceText } from "../../src/reports/source-text.ts";
import { pathOf } from "../tools.ts";

export interface OpenedPage {
  readonly page: Page;
  /** Errors, warnings of the console (a refused script or style is one), dialogs, and requests for anything but the page. */
  readonly faults: string[];
}

export interface View {
  readonly dark?: boolean;
  readonly width?: number;
}

export class PageBrowser {
  readonly #folder = mkdtempSync(join(tmpdir(), "ravel-web-"));
  readonly #browser: Browser;
  readonly #assets: PageAssets;
  readonly #contexts = new Map<string, BrowserContext>();
  #opened = 0;

  private constructor(browser: Browser, assets: PageAssets) {
    this.#browser = browser;
    this.#assets = assets;
  }

  static async start(): Promise<PageBrowser> {
    const { script, style } = await buildWeb();
    const executablePath = pathOf("chromium") as string;
    const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
    return new PageBrowser(browser, { script: assetOf(script), style: assetOf(style) });
  }

  render(report: Report, source: SourceText): string {
    return renderPage(report, { ...this.#assets, source, witnessFile: null });
  }

  renderProject(project: ProjectReport, source: SourceText): string {
    return renderProjectPage(project, { ...this.#assets, source, witnessFile: null });
  }

  /** A page that is a file: it may ask for nothing else. */
  open(html: string, view: View = {}): Promise<OpenedPage> {
    const file = join(this.#folder, `page-${this.#opened++}.html`);
    writeFileSync(file, html);
    const address = pathToFileURL(file).href;
    return this.visit(address, (url) => url.replace(/#.*/, "") === address, view);
  }

  /** A page of a server. `isExpected`: which addresses it may ask for. */
  async visit(address: string, isExpected: (url: string) => boolean, { dark = false, width = 1280 }: View = {}): Promise<OpenedPage> {
    const page = await (await this.#context(dark, width)).newPage();
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("console", (message) => faults.push(message.text()));
    page.on("dialog", (dialog) => {
      faults.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("request", (request) => {
      if (!isExpected(request.url())) faults.push(`request: ${request.url()}`);
    });
    await page.goto(address);
    return { page, faults };
  }

  /** One per view: making one takes longer than opening a page. */
  async #context(dark: boolean, width: number): Promise<BrowserContext> {
    const key = `${dark} ${width}`;
    const known =
      this.#contexts.get(key) ??
      (await this.#browser.newContext({ viewport: { width, height: 900 }, colorScheme: dark ? "dark" : "light" }));
    this.#contexts.set(key, known);
    return known;
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** What axe finds in a page, from serious faults on: one line per fault and element. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { readonly axe: { run(): Promise<{ readonly violations: readonly AxeFault[] }> } };
    return (await axe.run()).violations;
  });
  return found
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
}

interface AxeFault {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}
