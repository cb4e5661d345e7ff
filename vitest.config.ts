import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/sequence.ts";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    reporters: ["default", "./test/not-run-reporter.ts"],
    // A last resort: no test passes or fails by the clock, and a machine may be slow and busy.
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    // A file whose tests all need a missing tool has none; the reporter lists them. Where all tools must be there, an empty file is an error.
    passWithNoTests: process.env.RAVEL_REQUIRE_TOOLS !== "1",
    pool: "forks",
    maxWorkers: 2, // the usual number is one less than there are cores, which on two leaves one idle
    // Code made for one small program is optimised later than usual: most of it is no longer needed by then, and compiling it takes a core.
    // Formulas and states are many small objects that live for a moment: with room for them, less is copied by the garbage collector.
    execArgv: ["--interrupt-budget=1000000", "--min-semi-space-size=64", "--max-semi-space-size=64"],
    isolate: false, // one process for many files: the code is hot, clang and the library are there
    sequence: { sequencer: LongestFirst },
  },
});
