import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/sequence.ts";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    reporters: ["default", "./test/not-run-reporter.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: "forks",
    maxWorkers: 2, // the usual number is one less than there are cores, which on two leaves one idle
    isolate: false, // one process for many files: the code is hot, clang and the library are there
    sequence: { sequencer: LongestFirst },
  },
});
