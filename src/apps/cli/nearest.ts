// The known word that is nearest to a mistyped one, for hints.

/** A hint that names the known word closest to this one, or null if none is close. */
export function nearest(word: string, known: readonly string[], prefix: string): string | null {
  const best = known.map((k) => ({ k, d: distance(word, k) })).sort((a, b) => a.d - b.d)[0];
  return best !== undefined && best.d <= Math.min(3, Math.ceil(word.length / 2)) ? `did you mean ${prefix}${best.k}?` : null;
}

/** Levenshtein distance. */
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
