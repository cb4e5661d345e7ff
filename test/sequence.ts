// The order in which test files start: the slowest first, so that no core is left with one of them at the end. Vitest knows how long
// a file took the last time; on a fresh clone it would order files by size.

import { BaseSequencer, type TestSpecification } from "vitest/node";

/** By CPU time, the longest first. Only the order depends on it. */
const longest = [
  "test/differential/concurrent/concurrent.test.ts",
  "test/corpus/corpus.test.ts",
  "test/unit/engines/staged/staged.test.ts",
  "test/conformance/conformance.test.ts",
  "test/differential/sequential/sequential.test.ts",
  "test/verdicts/spurious.test.ts",
  "test/docs/examples.test.ts",
  "test/frontend/programs.test.ts",
  "test/unit/apps/node/package.test.ts",
  "test/unit/apps/cli/project.test.ts",
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = longest.findIndex((name) => moduleId.endsWith(`/${name}`));
      return place < 0 ? longest.length : place;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b)); // stable: the rest stays as it was
  }
}
