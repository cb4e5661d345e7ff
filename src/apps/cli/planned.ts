// Words the interface has room for but this version does not take, and the nearest word to a mistyped one: for good hints only.

const later = "not in this version";

export const plannedOptions: ReadonlyMap<string, string> = new Map([
  ["-p", `reading a build folder's compile_commands.json is ${later}: give the files, and their flags after --`],
  ["--entry", `running functions as threads is ${later}: write a main that starts them`],
  ["--svcomp", `property files are ${later}: use --property`],
  ["--all", `looking for every violation is ${later}: the first of each property is shown`],
  ["--baseline", `comparing with an earlier report is ${later}: --format json has the places`],
  ["--explain", `explanations are ${later}: --stats tells how it went`],
  ["--context-bound", `this option is ${later}: --max-steps bounds runs`],
  ["--prune", `pruning is ${later}`],
  ["--gdb", `reproducers for other programs are ${later}`],
  ["--native", `reproducers for other programs are ${later}`],
]);

export const plannedFormats: readonly string[] = ["sarif", "html", "junit", "svcomp"];
export const plannedCommands: readonly string[] = ["debug", "validate"];

/** A hint that names the known word closest to this one, if it is close enough. */
export function nearest(word: string, known: readonly string[], prefix: string): string | null {
  const best = known.map((k) => ({ k, d: distance(word, k) })).sort((a, b) => a.d - b.d)[0];
  return best !== undefined && best.d <= Math.min(3, Math.ceil(word.length / 2)) ? `did you mean ${prefix}${best.k}?` : null;
}

/** Levenshtein's. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min((row[j] as number) + 1, (next[j - 1] as number) + 1, (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length] as number;
}
