// A cursor over IR text: the lexical layer of the parser. In: the module's text and a range of it. Out: words, names, numbers and strings.
//
// There are no tokens: the caller knows what may come next and asks for it, and the cursor moves. Blanks and `;` comments are skipped
// before each read; `peekInLine` is for the few cases in which the end of a line has a meaning.

import { fail, failUnsupported } from "../../support/diagnostics.ts";
import { decodeText } from "./escapes.ts";
import type { Scope } from "./scope.ts";

const WORD = 1;
const BLANK = 2;
const OPEN = 4;
const CLOSE = 8;
const NUMBER = 16;

/** Characters beyond ASCII, and the end of the text, have no entry: `undefined & bit` is 0. No range ends inside a word, so
 *  that loops over words need not check for its end. */
const classes = new Uint8Array(128);
function mark(characters: string, bit: number): void {
  for (const character of characters) classes[character.charCodeAt(0)] |= bit;
}
mark("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.$-", WORD);
mark("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.+-", NUMBER);
mark(" \t\r\n", BLANK);
mark("([{<", OPEN);
mark(")]}>", CLOSE);

const NEWLINE = 10;
const SPACE = 32;
const QUOTE = 34;
const COMMA = 44;
const SEMICOLON = 59;

/** C programs do not nest types or constants deeper than this; deeper text would overflow the parser's stack. */
const maxDepth = 256;

export class Cursor {
  private depth = 0;

  constructor(
    readonly text: string,
    public pos: number,
    readonly end: number,
    readonly scope: Scope,
  ) {}

  /** A cursor at another position, for text that this one refers to. It counts as equally deeply nested. */
  at(pos: number): Cursor {
    const other = new Cursor(this.text, pos, this.text.length, this.scope);
    other.depth = this.depth;
    return other;
  }

  /** The text is not IR: throws RVL105 with the line. */
  malformed(message: string, at: number = this.pos): never {
    return fail("RVL105", `line ${lineAt(this.text, at)} of the LLVM IR: ${message}`);
  }

  /** The text is IR that Ravel does not support: throws RVL201. */
  unsupported(what: string): never {
    return failUnsupported(`${what} (line ${lineAt(this.text, this.pos)} of the LLVM IR)`);
  }

  expected(what: string): never {
    const at = this.pos; // before any blanks
    this.skipBlank();
    const found = this.pos >= this.end ? "the end" : `'${this.text.slice(this.pos, Math.min(this.pos + 24, this.end)).split("\n", 1)[0]}'`;
    return this.malformed(`expected ${what}, found ${found}`, at);
  }

  /** Runs `read` one level deeper. */
  nested<T>(read: () => T): T {
    if (this.depth >= maxDepth) this.malformed("nested too deeply");
    this.depth++;
    try {
      return read();
    } finally {
      this.depth--;
    }
  }

  skipBlank(): void {
    const { text, end } = this;
    let { pos } = this;
    let code = text.charCodeAt(pos);
    while (pos < end && (code === SEMICOLON || (classes[code] & BLANK) !== 0)) {
      pos = code === SEMICOLON ? lineEnd(text, pos, end) : pos + 1;
      code = text.charCodeAt(pos);
    }
    this.pos = pos;
  }

  /** Moves to the next character that is not blank, and returns it; "" at the end. */
  peek(): string {
    const { text, pos } = this;
    const at = text.charCodeAt(pos) === SPACE ? pos + 1 : pos;
    const code = text.charCodeAt(at);
    if (code > SPACE && code !== SEMICOLON && at < this.end) {
      this.pos = at; // the common case: nothing or one space, then a character
      return text[at];
    }
    this.skipBlank();
    return this.pos < this.end ? text[this.pos] : "";
  }

  /** As `peek`, but the end of the line or a comment counts as the end. */
  peekInLine(): string {
    const { text, end } = this;
    while (this.pos < end) {
      const code = text.charCodeAt(this.pos);
      if (code === NEWLINE || code === SEMICOLON) return "";
      if ((classes[code] & BLANK) === 0) return text[this.pos];
      this.pos++;
    }
    return "";
  }

  /** Takes the character if it comes next; otherwise the cursor does not move. */
  take(character: string): boolean {
    const start = this.pos;
    const taken = this.peek() === character;
    this.pos = taken ? this.pos + 1 : start;
    return taken;
  }

  expect(character: string): void {
    if (this.text[this.pos] === character && this.pos < this.end) this.pos++;
    else if (!this.take(character)) this.expected(`'${character}'`);
  }

  /** Takes the next word (letters, digits, `_ . $ -`); "" if there is none, and the cursor does not move. */
  word(): string {
    const { text, pos } = this;
    this.peek();
    const start = this.pos;
    let end = start;
    while ((classes[text.charCodeAt(end)] & WORD) !== 0) end++;
    this.pos = end > start ? end : pos;
    return text.slice(start, end);
  }

  takeWord(word: string): boolean {
    const start = this.pos;
    const taken = this.peek() === word[0] && this.text.startsWith(word, this.pos) && this.endsWord(this.pos + word.length);
    this.pos = taken ? this.pos + word.length : start;
    return taken;
  }

  expectWord(word: string): void {
    if (!this.takeWord(word)) this.expected(`'${word}'`);
  }

  /** Takes `, word` as a whole, or nothing. */
  takeCommaWord(word: string): boolean {
    const start = this.pos;
    if (this.take(",") && this.takeWord(word)) return true;
    this.pos = start;
    return false;
  }

  /** Takes a name after its sigil: bare, or quoted with escapes. */
  name(): string {
    const { text, pos } = this;
    let end = pos;
    while ((classes[text.charCodeAt(end)] & WORD) !== 0) end++;
    if (end === pos) return text.charCodeAt(pos) === QUOTE ? decodeText(this.quoted()) : this.expected("a name");
    this.pos = end;
    return text.slice(pos, end);
  }

  /** Takes `@name`. A leading \01 keeps the assembler from adding a prefix; it is not part of the symbol. */
  globalName(): string {
    this.expect("@");
    const name = this.name();
    return name.charCodeAt(0) === 1 ? name.slice(1) : name;
  }

  localName(): string {
    this.expect("%");
    return this.name();
  }

  /** Takes this text if it comes next, without skipping blanks: for text that nearly every line has. */
  takeExactly(text: string): boolean {
    if (!this.text.startsWith(text, this.pos)) return false;
    this.pos += text.length;
    return true;
  }

  /** Takes a quoted string and returns it as written, without its quotes (a quote inside is always written \22). */
  quoted(): string {
    this.expect('"');
    const close = this.text.indexOf('"', this.pos);
    if (close < 0 || close >= this.end) this.malformed("unterminated string");
    const raw = this.text.slice(this.pos, close);
    this.pos = close + 1;
    return raw;
  }

  /** Takes a decimal number. */
  integer(): number {
    this.skipBlank();
    const start = this.pos;
    let value = 0;
    while (this.pos < this.end) {
      const digit = this.text.charCodeAt(this.pos) - 48;
      if (!(digit >= 0 && digit <= 9)) break;
      value = value * 10 + digit;
      this.pos++;
    }
    if (this.pos === start) this.expected("a number");
    if (!Number.isSafeInteger(value)) this.malformed("number too large", start);
    return value;
  }

  /** Takes a number of any form and returns its text: digits, signs, dots and letters. */
  number(): string {
    this.skipBlank();
    const start = this.pos;
    while ((classes[this.text.charCodeAt(this.pos)] & NUMBER) !== 0) this.pos++;
    if (this.pos === start) this.expected("a number");
    return this.text.slice(start, this.pos);
  }

  /** Skips one bracketed group. The cursor must be on its opening bracket. */
  skipGroup(): void {
    const start = this.pos;
    let depth = 0;
    do {
      const code = this.pos < this.end ? this.text.charCodeAt(this.pos) : this.malformed("unclosed bracket", start);
      if (code === QUOTE) {
        this.quoted();
        continue;
      }
      if (isOf(code, OPEN)) depth++;
      else if (isOf(code, CLOSE)) depth--;
      this.pos++;
    } while (depth > 0);
  }

  /** Skips an operand and returns its text: up to a comma, a closing bracket or the end of the line, outside all brackets. */
  rawOperand(): string {
    this.skipBlank();
    const start = this.pos;
    while (this.pos < this.end) {
      const code = this.text.charCodeAt(this.pos);
      if (code === COMMA || code === NEWLINE || isOf(code, CLOSE)) break;
      if (code === QUOTE) this.quoted();
      else if (isOf(code, OPEN)) this.skipGroup();
      else this.pos++;
    }
    return this.text.slice(start, this.pos).trimEnd();
  }

  skipLine(): void {
    this.pos = lineEnd(this.text, this.pos, this.end);
  }

  private endsWord(pos: number): boolean {
    return pos === this.end || (pos < this.end && !isOf(this.text.charCodeAt(pos), WORD));
  }
}

function isOf(code: number, bit: number): boolean {
  return (classes[code] & bit) !== 0;
}

function lineEnd(text: string, pos: number, end: number): number {
  const newline = text.indexOf("\n", pos);
  return newline < 0 || newline > end ? end : newline;
}

function lineAt(text: string, pos: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < pos; at = text.indexOf("\n", at + 1)) line++;
  return line;
}
