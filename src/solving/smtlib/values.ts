// Parses values as SMT-LIB solvers print them. In: the answer to get-value. Out: numbers by name.

/** true, false, #b…, #x…, (_ bvN w). */
function parseValue(text: string): bigint {
  if (text === "true") return 1n;
  if (text === "false") return 0n;
  if (/^#[bx][0-9a-f]+$/i.test(text)) return BigInt(`0${text.slice(1)}`);
  const decimal = /^\(_ bv(\d+) \d+\)$/.exec(text);
  if (decimal !== null) return BigInt(decimal[1]);
  throw new Error(`not a value: ${text}`);
}

/** `((name value) (name value) …)`. */
export function parseValues(text: string): Map<string, bigint> {
  const values = new Map<string, bigint>();
  for (const m of text.matchAll(/\(\s*([a-z][\d_]+)\s+(\(_ bv\d+ \d+\)|[^\s()]+)\s*\)/g)) values.set(m[1], parseValue(m[2]));
  return values;
}
