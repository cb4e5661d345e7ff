// Reads XML, as far as GraphML needs it: elements, attributes, text, comments and CDATA; no document types. In: text. Out: the root element. Throws
// RVL401.

import { fail } from "../support/diagnostics.ts";

export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** All text directly in it. */
  readonly text: string;
}

const token =
  /<!--[^]*?-->|<\?[^]*?\?>|<!\[CDATA\[([^]*?)\]\]>|<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/gy;
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

interface Open {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  text: string;
}

export function parseXml(text: string, file: string): XmlElement {
  const bad = (at: number, what: string): never =>
    fail("RVL401", `${file} is not a valid witness: line ${text.slice(0, at).split("\n").length}: ${what}`);
  const open: Open[] = [{ name: "", attributes: new Map(), children: [], text: "" }];
  token.lastIndex = 0;
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  while (at < text.length) {
    token.lastIndex = at;
    const found = token.exec(text);
    if (found === null) return bad(at, "the XML is damaged");
    const [whole, cdata, close, name, attributes, isEmpty, plain] = found;
    const top = open.at(-1) as Open;
    if (cdata !== undefined) top.text += cdata;
    else if (plain !== undefined) top.text += decoded(plain);
    else if (name !== undefined && close === "/") {
      if (top.name !== name || open.length === 1) return bad(at, `</${name}> closes nothing`);
      open.pop();
      open.at(-1)?.children.push(top);
    } else if (name !== undefined) {
      const pairs = [...(attributes ?? "").matchAll(attribute)].map(([, key, a, b]) => [key as string, decoded(a ?? b ?? "")] as const);
      const made: Open = { name, attributes: new Map(pairs), children: [], text: "" };
      if (isEmpty === "/") top.children.push(made);
      else open.push(made);
    }
    at += whole.length;
  }
  const [root] = (open[0] as Open).children;
  if (open.length > 1) return bad(text.length, `<${open.at(-1)?.name}> is not closed`);
  return root ?? bad(0, "the file has no element");
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

const decoded = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    if (name !== undefined) return entities[name] ?? whole;
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
