// A check from a script: `check("queue.c")`. In: files, and options that all have defaults. Out: the report. Mistakes in the program or the
// options are a RavelError with coded diagnostics. The check runs on the thread of its caller and yields to the event loop as it works.

import {
  Budget,
  type CheckRequest,
  check as checkProgram,
  defaultFreedoms,
  defaultProperties,
  type EngineChoice,
  type EngineName,
  type Freedom,
  noFreedoms,
  type Property,
  type PropertyReport,
  type Report,
  timeLimit,
} from "../../index.ts";
import { IrCache } from "../clang/cache.ts";
import { nodeToolchain } from "../clang/toolchain.ts";
import { defaultMegabytes, defaultSeconds, fuel } from "./defaults.ts";
import { memoryLimit } from "./memory-limit.ts";

type Given = Partial<
  Pick<
    CheckRequest,
    "flags" | "dataModel" | "clang" | "systemHeaders" | "maxSteps" | "maxRuns" | "inputs" | "seed" | "contextBound" | "extent"
  >
>;

/** Every option has the default and the meaning of the command line's. */
export interface CheckOptions extends Given {
  readonly properties?: readonly Property[];
  /** By name, or with its own options. */
  readonly engine?: EngineName | EngineChoice;
  readonly seconds?: number;
  readonly megabytes?: number;
  /** What the environment may do; default: everything. */
  readonly freedoms?: ReadonlySet<Freedom>;
  readonly allocationMayFail?: boolean;
  readonly unknownCalls?: "stop" | "nondet";
  /** Whether compiled programs are kept between checks; default true. If the directory cannot be written, the check does without. */
  readonly cache?: boolean;
  /** Ends the check if it is aborted, such as the signal of an AbortController. What was found until then is in the report. */
  readonly signal?: { readonly aborted: boolean };
  readonly progress?: (text: string) => void;
  /** Called with a violation when it is confirmed, while the check continues; again when its run is simpler. */
  readonly confirmed?: (part: PropertyReport) => void;
}

export function check(files: string | readonly string[], options: CheckOptions = {}): Promise<Report> {
  const { engine = "auto", seconds = defaultSeconds, megabytes = defaultMegabytes(), signal, cache, confirmed, ...rest } = options;
  const { allocationMayFail = false, unknownCalls = "stop", properties = defaultProperties, ...given } = rest;
  const now = (): number => performance.now();
  const aborted = { reached: () => (signal?.aborted ? ({ kind: "interrupted" } as const) : null) };
  const budget = new Budget(seconds, megabytes, now, [aborted, memoryLimit(megabytes, now), timeLimit(seconds, now, now())]);
  return checkProgram({
    flags: [],
    dataModel: "lp64",
    clang: "auto",
    systemHeaders: false,
    seed: 1,
    maxSteps: null,
    maxRuns: null,
    inputs: null,
    contextBound: null,
    freedoms: defaultFreedoms,
    progress: () => undefined,
    ...given,
    ...(confirmed === undefined ? {} : { confirmed }),
    files: typeof files === "string" ? [files] : files,
    engine: typeof engine === "string" ? withDefaults(engine) : engine,
    properties,
    budget,
    toolchain: nodeToolchain,
    cache: cache === false ? null : new IrCache(),
    peakMemoryMB: () => Math.round(process.resourceUsage().maxRSS / 1024),
    machine: {
      properties: new Set(properties),
      freedoms: noFreedoms, // a check searches without them first
      allocationMayFail,
      unknownCalls,
      memory: megabytes * 2 ** 20,
      fuel,
      fill: 0,
      tick: () => budget.tick(),
    },
  });
}

/** An unknown name is reported by the check. */
const withDefaults = (name: EngineName): EngineChoice =>
  name === "auto" ? { name, options: { explore: {}, staged: {}, jobs: 1 } } : { name, options: {} };
