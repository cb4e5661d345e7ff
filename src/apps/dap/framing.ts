// Checks how messages are framed. In: the bytes that an editor sends. Out: what is wrong with a head, in words. The package that reads messages would wait for the rest of a message that never comes.

/** Longer heads, and longer messages, are not sent by editors. */
const maxHead = 4096;
const maxMessage = 64 * 2 ** 20;

const headEnd = "\r\n\r\n";

export class Framing {
  /** Bytes of the present message that are yet to come; 0: a head is being read. */
  #left = 0;
  #head = "";

  /** Takes bytes. Returns what is wrong; null: nothing. */
  check(data: Buffer): string | null {
    for (let at = 0; at < data.length; ) {
      if (this.#left > 0) {
        const taken = Math.min(this.#left, data.length - at);
        this.#left -= taken;
        at += taken;
        continue;
      }
      const before = this.#head.length;
      this.#head += data.toString("latin1", at, Math.min(data.length, at + maxHead));
      const end = this.#head.indexOf(headEnd);
      if (end < 0 && this.#head.length >= maxHead) return `no end of the head of a message within ${maxHead} bytes`;
      if (end < 0) return null;
      const lines = this.#head.slice(0, end).split("\r\n");
      const [length] = lines.flatMap((line) => /^Content-Length: +(\d+)$/.exec(line)?.[1] ?? []);
      if (length === undefined) return "the head of a message has no Content-Length";
      if (Number(length) > maxMessage) return `a message of ${length} bytes is too long`;
      at += end + headEnd.length - before;
      this.#left = Number(length);
      this.#head = "";
    }
    return null;
  }
}
