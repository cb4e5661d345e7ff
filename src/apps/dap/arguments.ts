// Checks the arguments of requests before they are served. In: a request as it came over the wire. Out: what is wrong with it, in words; null: nothing. An editor keeps to the protocol; a plug-in of a user may not.

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

const words: Readonly<Record<Form, string>> = { text: "a text", number: "a number", list: "a list", object: "an object" };

export function faultOf(command: string, given: unknown): string | null {
  const form = forms.get(command);
  if (form === undefined) return null;
  const args = isObject(given) ? new Map(Object.entries(given)) : new Map<string, unknown>();
  for (const [name, kind] of Object.entries(form)) {
    const wanted = kind.replace("?", "") as Form;
    const value = args.get(name);
    if (value === undefined && kind.endsWith("?")) continue;
    if (!has(value, wanted)) return `${command}: ${name} is ${value === undefined ? "missing" : "malformed"}: it is ${words[wanted]}`;
  }
  return null;
}

function has(value: unknown, form: Form): boolean {
  switch (form) {
    case "text":
      return typeof value === "string";
    case "number":
      return typeof value === "number" && Number.isFinite(value);
    case "list":
      return Array.isArray(value) && value.every((v) => isObject(v) || typeof v === "string");
    case "object":
      return isObject(value);
  }
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null && !Array.isArray(value);
