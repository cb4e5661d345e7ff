// Checks the arguments of requests before they are served. In: a request as it came over the wire. Out: a RavelError if something is wrong with it. An editor keeps to the protocol; a plug-in of a user may not.

import { Parameters } from "../../debugger/parameters.ts";
import { fail } from "../../support/diagnostics.ts";

type Form = "text" | "number" | "list" | "object";

/** Per request: what it needs, and with a question mark what it may have. What is not named is not looked at here. */
const forms: ReadonlyMap<string, Readonly<Record<string, Form | `${Form}?`>>> = new Map(
  Object.entries({
    evaluate: { expression: "text", frameId: "number?", context: "text?" },
    completions: { text: "text", column: "number?", frameId: "number?" },
    setBreakpoints: { source: "object", breakpoints: "list?" },
    setFunctionBreakpoints: { breakpoints: "list" },
    setDataBreakpoints: { breakpoints: "list" },
    setExceptionBreakpoints: { filters: "list?" },
    dataBreakpointInfo: { name: "text", variablesReference: "number?" },
    variables: { variablesReference: "number", start: "number?", count: "number?" },
    setVariable: { variablesReference: "number", name: "text", value: "text" },
    stackTrace: { threadId: "number", startFrame: "number?", levels: "number?" },
    scopes: { frameId: "number" },
    gotoTargets: { source: "object", line: "number" },
    goto: { targetId: "number" },
    "ravel/ask": { text: "text" },
  } as const),
);

/** Throws a RavelError that names what is wrong. */
export function requireForm(command: string, given: unknown): void {
  const p = new Parameters(given);
  for (const [name, kind] of Object.entries(forms.get(command) ?? {})) {
    if (kind.endsWith("?") && !p.has(name)) continue;
    require(p, name, kind.replace("?", "") as Form);
  }
}

function require(p: Parameters, name: string, form: Form): unknown {
  switch (form) {
    case "text":
      return p.text(name);
    case "number":
      return p.number(name);
    case "object":
      return p.object(name);
    case "list": {
      const isElement = (v: unknown): boolean => (typeof v === "object" && v !== null && !Array.isArray(v)) || typeof v === "string";
      return p.list(name).every(isElement) || fail("RVL001", `${name} is not a list of objects or texts`);
    }
  }
}
