// Loaded before the command line (node -r), in its main thread and in every thread it starts: makes threads die. In: RAVEL_MISHAP, a JSON
// object {"depth": which threads (1: the check, 2: its engines and helpers, …), "what": how, "after": when}. `after` is a number of
// milliseconds since the thread began, or "violation": as soon as a confirmed violation was told.

const threads = require("node:worker_threads");

const mishap = process.env.RAVEL_MISHAP === undefined ? null : JSON.parse(process.env.RAVEL_MISHAP);
const depth = threads.isMainThread ? 0 : threads.threadId === 0 ? 0 : (threads.workerData?.mishapDepth ?? 1);

/** A thread that uses more and more memory, or throws, or leaves, as soon as it lets timers in. */
const insideOf = {
  throw: () => {
    throw new TypeError("a mishap");
  },
  exit: () => process.exit(7),
  hog: () => {
    const hoard = [];
    for (;;) hoard.push(new Array(1000).fill(hoard.length));
  },
};

if (mishap !== null) {
  const isHere = depth === mishap.depth;
  if (isHere && typeof mishap.after === "number" && mishap.what in insideOf) setTimeout(insideOf[mishap.what], mishap.after).unref();

  threads.Worker = class extends threads.Worker {
    constructor(file, options) {
      super(file, { ...options, workerData: { ...options?.workerData, mishapDepth: depth + 1 } });
      if (depth + 1 !== mishap.depth || mishap.what !== "terminate") return;
      const isFound = (m) => m?.kind === "violation" || m?.kind === "found" || (m?.words ?? []).some((w) => w.kind === "found");
      if (mishap.after === "violation") this.on("message", (m) => (isFound(m) ? void this.terminate() : undefined));
      else setTimeout(() => void this.terminate(), mishap.after).unref();
    }
  };
}
