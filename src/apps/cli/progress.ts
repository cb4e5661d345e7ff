// Progress on standard error: one line that is rewritten, on a terminal only; or a JSON object per line for scripts.

import { clip, printable } from "../../reports/terminal.ts";

export interface Progress {
  show(text: string): void;
  end(): void;
}

const intervalMs = 100;
/** A check that ends sooner shows no progress. */
const firstAfterMs = 500;
const eraseLine = "\r\u001b[K";

export function startProgress(mode: string): Progress {
  const started = performance.now();
  const seconds = (): number => Math.round((performance.now() - started) / 100) / 10;
  if (mode === "json") {
    return { show: (text) => void process.stderr.write(`${JSON.stringify({ elapsed: seconds(), text })}\n`), end: () => undefined };
  }
  if (mode === "none" || !process.stderr.isTTY) return { show: () => undefined, end: () => undefined };
  let last = Number.NEGATIVE_INFINITY;
  return {
    show(text) {
      if (performance.now() - Math.max(last, started + firstAfterMs - intervalMs) < intervalMs) return;
      last = performance.now();
      // A line that wraps could not be erased.
      process.stderr.write(`${eraseLine}${clip(`${seconds().toFixed(1)} s  ${printable(text)}`, (process.stderr.columns || 80) - 1)}`);
    },
    end() {
      if (last > Number.NEGATIVE_INFINITY) process.stderr.write(eraseLine);
    },
  };
}
