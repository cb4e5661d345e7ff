// The HTML report as text and as data: its policy, its parts without scripts, the arrows of its time lines, and what is folded. How it looks and
// behaves in a browser is tested in test/web.

import { expect, test } from "vitest";
import { html, jsonMarkup, raw } from "../../../src/reports/html/markup.ts";
import type { Timeline } from "../../../src/reports/html/model.ts";
import { renderPage } from "../../../src/reports/html/page.ts";
import { SourceExcerpts } from "../../../src/reports/html/source-excerpts.ts";
import { timelineOf } from "../../../src/reports/html/timeline.ts";
import type { SourceText } from "../../../src/reports/source-text.ts";
import { unknownBecause } from "../../../src/reports/unknown.ts";
import { findFolds, rowAt, rowsOf } from "../../../web/folds.ts";
import { checkText } from "../../run.ts";
import { evidence, fails, lostUpdate, nothing, property, report, source } from "./stories.ts";

const options = { source, script: { text: "s()", hash: "S=" }, style: { text: "a{}", hash: "T=" }, witnessFile: null };
const failing = property("assert", { verdict: "unsafe", evidence: evidence(fails, lostUpdate) });

test("values in templates are escaped, markup and data cannot end their element", () => {
  expect(html`<a title="${`"<'&`}">${["<b>", 3, html`<i>`]}</a>`.text).toBe('<a title="&quot;&lt;&#39;&amp;">&lt;b&gt;3<i></a>');
  expect(jsonMarkup({ a: "</script><!--\u2028" }).text).toBe('{"a":"\\u003c/script\\u003e\\u003c!--\\u2028"}');
  for (const text of ["x</script >", "</STYLE", "<!--"]) expect(() => raw(text)).toThrow();
});

test("a page allows its own script and style only, and has its verdict, causes and run without scripts", () => {
  const page = renderPage(report([failing], failing), options);
  expect(page).toContain(
    `content="default-src &#39;none&#39;; script-src &#39;sha256-S=&#39;; style-src &#39;sha256-T=&#39;; base-uri &#39;none&#39;; form-action &#39;none&#39;"`,
  );
  expect(page).not.toMatch(/ style=| on\w+=|https?:/);
  expect(page).toContain('<span class="badge">Unsafe</span> assertion fails: x == 2 at p.c:12:3 in main</h1>');
  expect(page).toMatch(/<noscript>[\s\S]*✗ the assertion fails[\s\S]*<\/noscript>/);
});

test("the other verdicts say why, and what was covered by whom", () => {
  const unknown = property("memory", {
    verdict: "unknown",
    scope: nothing,
    unknown: unknownBecause({ kind: "stopped", stop: { kind: "time", seconds: 5 }, when: "" }),
    engine: { name: "auto", options: { by: "staged", unwind: 3 } },
  });
  const bounded = property("race", { verdict: "safe-bounded", scope: { ...nothing, unwind: 2 } });
  const page = renderPage(report([unknown, bounded, property("assert")], unknown), options);
  expect(page).toMatch(/<span class="badge">Unknown<\/span> .*\(RVL301\)<\/h1>\s*<p>Hint: /);
  expect(page).toContain('staged <span class="faint">(auto, unwind 3)</span>');
  expect(page).toContain("<td>loops up to 2 iterations</td>");
  expect(page).toContain("<td>all interleavings and all inputs</td>");
  expect(page).not.toContain('class="violation"');
});

const program = `
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t done;
static int ready;
static void *work(void *unused) {
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  sem_post(&done);
  return unused;
}
int main(void) {
  pthread_t t;
  sem_init(&done, 0, 0);
  pthread_mutex_lock(&m);
  pthread_create(&t, 0, work, 0);
  while (!ready) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  sem_wait(&done);
  pthread_join(t, 0);
  assert(!ready);
}
`;

test("arrows: create, lock, signal by condition and semaphore, join, reads-from; the failure is the last step", async () => {
  const found = await checkText(program, "explore", ["assert"]);
  const [shown] = found.worst.violations;
  if (shown === undefined) throw new Error("no violation");
  const { steps, arrows, lanes } = timelineOf(shown, new SourceExcerpts({ line: (_, n) => program.split("\n")[n - 1] ?? null }));
  expect(lanes.map((l) => l.name)).toEqual(["main", "T1"]);
  expect(steps.at(-1)?.failure).toBe("the assertion fails");
  const told = arrows.filter((a) => !a.minor).map((a) => `${a.kind} ${a.object}: ${steps[a.from]?.text} → ${steps[a.to]?.text}`);
  const wait = "while (!ready) pthread_cond_wait(&c, &m)";
  expect(told.sort()).toEqual(
    [
      "create : pthread_create(&t, 0, work, 0) → pthread_mutex_lock(&m)",
      `lock m: ${wait} → pthread_mutex_lock(&m)`,
      `lock m: pthread_mutex_unlock(&m) → ${wait}`,
      `signal : pthread_cond_signal(&c) → ${wait}`,
      "signal : sem_post(&done) → sem_wait(&done)",
      "join : (ends) → pthread_join(t, 0)",
      `reads-from ready: ready = 1 → ${wait}`,
    ].sort(),
  );
  const locked = steps.find((s) => s.text === "ready = 1");
  expect([locked?.holds, locked?.facts, locked?.mark, locked?.calls]).toEqual([["m"], ["ready = 1"], "write", ["work"]]);
});

test("a long file is shown around the lines that were executed", () => {
  const long: SourceText = { line: (file, n) => (file === "long.c" && n <= 5000 ? `line ${n}` : null) };
  const excerpts = new SourceExcerpts(long);
  expect([excerpts.add("long.c", 100), excerpts.add("none.c", 1), excerpts.add("long.c", 150), excerpts.add("long.c", 4990)]).toEqual([
    0, -1, 0, 0,
  ]);
  expect(excerpts.files().map((f) => f.excerpts.map((e) => [e.first, e.lines.length]))).toEqual([
    [
      [60, 131],
      [4950, 51],
    ],
  ]);
});

/** Steps by lane; `!` fails, `*` is seen by another thread, `t` starts a thread. */
function timeline(text: string): Timeline {
  const steps = [...text.matchAll(/(\d)([!*t]?)/g)].map(([, lane, sign], i) => ({
    number: i + 1,
    lane: Number(lane),
    mark: sign === "t" ? ("thread" as const) : ("write" as const),
    file: -1,
    line: 1,
    calls: [],
    text: "x",
    facts: [],
    failure: sign === "!" ? "fails" : "",
    holds: [],
  }));
  const seen = [...text.matchAll(/(\d)([!*t]?)/g)].flatMap(([, , sign], i) => (sign === "*" ? [i] : []));
  return { lanes: [], steps, arrows: seen.map((at) => ({ from: at, to: at, kind: "lock", object: "", minor: false })) };
}

test.each([
  ["000000 0t1", ["0-6 set-up"]],
  ["00000 0t1", []],
  ["00*0000 0t1", ["0-6 set-up"]],
  ["0t 111111 0000000", ["1-7", "7-14"]],
  ["0t 111111* 0", []],
  ["0t 11*1111111! 1", ["3-9"]],
  ["000000!", []],
])("folds of %s", (text, folds) => {
  const line = timeline(text);
  const found = findFolds(line);
  expect(found.map((f) => `${f.first}-${f.end}${f.isSetUp ? " set-up" : ""}`)).toEqual(folds);
  const rows = rowsOf(line, found, () => false);
  expect(rows.reduce((sum, r) => sum + r.end - r.first, 0)).toBe(line.steps.length);
  line.steps.forEach((_, at) => {
    const row = rows[rowAt(rows, at)];
    expect(row !== undefined && row.first <= at && at < row.end).toBe(true);
  });
});
