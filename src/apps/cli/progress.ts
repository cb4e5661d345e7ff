// Progress on standard error: one line that is rewritten, on a terminal only; or a JSON object per line for scripts.

export interface Progress {
  show(text: string): void;
  end(): void;
}

export function startProgress(mode: string): Progress {
  const started = performance.now();
  const seconds = (): number => Math.round((performance.now() - started) / 100) / 10;
  let last = 0;
  if (mode === "json") {
    return { show: (text) => void process.stderr.write(`${JSON.stringify({ elapsed: seconds(), text })}\n`), end: () => undefined };
  }
  if (mode === "none" || !process.stderr.isTTY) return { show: () => undefined, end: () => undefined };
  let shown = false;
  return {
    show(text) {
      if (performance.now() - last < 100) return;
      last = performance.now();
      shown = true;
      process.stderr.write(`\r\u001b[K${seconds().toFixed(1)} s  ${text}`);
    },
    end() {
      if (shown) process.stderr.write("\r\u001b[K");
    },
  };
}
