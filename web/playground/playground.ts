// The playground: an editor with examples, check, the report, debug from the failure, share by address. Everything runs in this browser.

import type { Verdict } from "../../src/reports/report.ts";
import { startDebugger } from "../debugger/debugger.ts";
import { button } from "../debugger/ui.ts";
import { el } from "../dom.ts";
import { themeSwitch } from "../theme.ts";
import { Editor } from "./editor.ts";
import { pack, unpack } from "./share.ts";
import { WorkerClient } from "./worker-client.ts";

/** What a check answers (src/apps/browser/workbench.ts). */
interface CheckAnswer {
  readonly verdict: Verdict;
  readonly html: string;
  readonly violations: readonly string[];
  readonly engines: string;
  readonly ms: number;
}

const storageKey = "ravel-program";
const firstExample = "lost-update.c";
const verdicts: Readonly<Record<Verdict, string>> = {
  unsafe: "Unsafe",
  safe: "Safe",
  unknown: "Unknown",
  "safe-bounded": "Safe up to a bound",
};

class Playground {
  readonly #root: HTMLElement;
  readonly #client = new WorkerClient((why) => this.#say(`The worker has failed: ${why}`, true));
  readonly #editor = new Editor(() => void this.#check());
  readonly #status = el("p", { class: "stop", role: "status", "aria-live": "polite" }, "Loading the compiler …");
  readonly #report = el("div", { class: "report-pane" });
  readonly #check_ = button("Check", "Check the program (Ctrl+Enter)", () => void this.#check(), "primary");
  readonly #stop = button("Stop", "Stop the check", () => void this.#client.request("stop"));
  readonly #debug = button("Debug", "Debug the program from its beginning", () => void this.#openDebugger(null));
  #closeDebugger: (() => void) | null = null;
  #view: HTMLElement | null = null;

  constructor(root: HTMLElement) {
    this.#root = root;
    this.#stop.hidden = true;
  }

  async start(): Promise<void> {
    const loaded = this.#client.request("start");
    const examples = (await (await fetch("examples.json")).json()) as Readonly<Record<string, string>>;
    const choice = el(
      "select",
      { "aria-label": "Example" },
      el("option", { value: "" }, "Examples"),
      ...Object.keys(examples).map((name) => el("option", { value: name }, name)),
    );
    choice.addEventListener("change", () => {
      const text = examples[choice.value];
      if (text !== undefined) this.#open(text);
    });
    this.#editor.text = (await this.#given()) ?? examples[firstExample] ?? "";
    this.#view = el("div", { class: "playground" }, this.#header(choice), this.#main());
    this.#root.replaceChildren(this.#view);
    this.#busy(true, false);
    try {
      const { isolated } = (await loaded) as { readonly isolated: boolean };
      const ways = isolated ? "engines side by side" : "engines in turns";
      this.#say(`Ready after ${(performance.now() / 1000).toFixed(1)} s, ${ways}.`, false);
      document.body.dataset.ready = "true";
    } catch (error) {
      this.#say(`The compiler could not be loaded: ${(error as Error).message}`, true);
    }
    this.#busy(false, false);
  }

  #header(choice: HTMLElement): HTMLElement {
    return el(
      "header",
      { class: "top" },
      el("span", { class: "brand" }, "Ravel"),
      el("h1", { class: "files" }, "playground"),
      choice,
      this.#check_,
      this.#stop,
      this.#debug,
      button("Share", "Put the program into the address", () => void this.#share()),
      themeSwitch(),
    );
  }

  #main(): HTMLElement {
    return el(
      "main",
      { class: "debugger" },
      el("section", { class: "panel stop-panel", "aria-label": "State" }, el("div", { class: "stop-line" }, this.#status)),
      el("div", { class: "column" }, el("section", { class: "panel editor-pane", "aria-label": "Program" }, this.#editor.element)),
      el("div", { class: "column" }, el("section", { class: "panel report-panel", "aria-label": "Report" }, this.#report)),
    );
  }

  /** The program of the address, else the one that was edited last. */
  async #given(): Promise<string | null> {
    const code = new URLSearchParams(location.hash.slice(1)).get("code");
    const shared = code === null ? null : await unpack(code);
    if (code !== null && shared === null) this.#say("The address holds no program that can be read.", true);
    return shared ?? sessionStorage.getItem(storageKey);
  }

  #open(text: string): void {
    this.#editor.text = text;
    this.#report.replaceChildren();
    history.replaceState(null, "", location.pathname);
    this.#say("Press Check, or Ctrl+Enter.", false);
  }

  async #share(): Promise<void> {
    history.replaceState(null, "", `#code=${await pack(this.#editor.text)}`);
    const copied = await navigator.clipboard?.writeText(location.href).then(
      () => true,
      () => false,
    );
    this.#say(copied === true ? "The address is copied: it holds the program." : "The address now holds the program.", false);
  }

  async #check(): Promise<void> {
    if (this.#check_.disabled) return;
    sessionStorage.setItem(storageKey, this.#editor.text);
    this.#busy(true, true);
    this.#report.replaceChildren();
    this.#say("Checking …", false);
    this.#client.progress = (text) => this.#say(`Checking: ${text}`, false);
    try {
      this.#show((await this.#client.request("check", { text: this.#editor.text })) as CheckAnswer);
    } catch (error) {
      this.#say((error as Error).message, true);
    }
    this.#busy(false, false);
  }

  #show({ verdict, html, violations, engines, ms }: CheckAnswer): void {
    this.#say(`${verdicts[verdict]}, after ${(ms / 1000).toFixed(1)} s with engines ${engines}.`, verdict === "unsafe");
    const buttons = violations.map((text, i) =>
      button(`Debug: ${text}`, `Debug from the failure: ${text}`, () => void this.#openDebugger(i), "primary"),
    );
    // Without the rights of this page: the report shows texts of the program.
    const frame = el("iframe", { title: "Report", sandbox: "allow-scripts", srcdoc: html });
    this.#report.replaceChildren(el("div", { class: "report-buttons" }, ...buttons), frame);
  }

  async #openDebugger(violation: number | null): Promise<void> {
    sessionStorage.setItem(storageKey, this.#editor.text);
    this.#client.progress = (text) => this.#say(text, false);
    try {
      await this.#client.request("debug", { text: this.#editor.text, violation });
    } catch (error) {
      this.#say((error as Error).message, true);
      return;
    }
    const back = button("◂ Editor", "Back to the editor", () => this.#leaveDebugger());
    this.#closeDebugger = await startDebugger(this.#client, this.#root, { tools: [back], keepsAddress: false });
  }

  #leaveDebugger(): void {
    this.#closeDebugger?.();
    this.#closeDebugger = null;
    document.title = "Ravel playground";
    if (this.#view !== null) this.#root.replaceChildren(this.#view);
    this.#editor.focus();
  }

  #busy(isBusy: boolean, canStop: boolean): void {
    this.#check_.disabled = isBusy;
    this.#debug.disabled = isBusy;
    this.#stop.hidden = !canStop;
  }

  #say(text: string, isFault: boolean): void {
    this.#status.textContent = text;
    this.#status.classList.toggle("fault", isFault);
  }
}

/** How long a service worker may take to start. */
const maxWaitMs = 3000;

/** With the service worker in charge, the page has the headers that let workers share memory; the first visit loads it twice for that. */
async function takeControl(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("service-worker.js");
    // Some browsers never start it, in private windows for example.
    const isReady = await Promise.race([
      navigator.serviceWorker.ready.then(() => true),
      new Promise<false>((resolve) => setTimeout(() => resolve(false), maxWaitMs)),
    ]);
    if (!isReady) return;
  } catch {
    return; // a file without a server, or a browser that forbids it: everything is loaded each time, and engines take turns
  }
  const mark = "ravel-reloaded";
  if (!crossOriginIsolated && sessionStorage.getItem(mark) === null) {
    sessionStorage.setItem(mark, "1");
    location.reload();
    await new Promise(() => undefined);
  }
  sessionStorage.removeItem(mark);
}

void takeControl().then(() => new Playground(document.getElementById("app") as HTMLElement).start());
