// Compares the order theory with the plain encoding in a long campaign, every lemma checked. Started by hand:
// npm run fuzz -- order [--count 5000] [--seed 1]

import { Rng } from "../../../src/support/rng.ts";
import { compareOrderInstances } from "./order-comparison.ts";

const option = (name: string, fallback: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const count = option("count", 5000);
const tally = compareOrderInstances(new Rng(option("seed", 1)), count);
console.log(`${count} instances agree: ${JSON.stringify(tally)}`);
process.exit(0);
