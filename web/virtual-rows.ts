// A long list of rows of equal height, of which only those in sight are in the document. In: a scroller and a function that makes a row. Out:
// rows, placed by their number.

/** Rows kept before and after those in sight. */
const margin = 8;

export interface RowWindow {
  readonly first: number;
  /** After the last one. */
  readonly end: number;
}

export class VirtualRows {
  readonly #rows = new Map<number, HTMLElement>();
  #count = 0;
  #window: RowWindow = { first: 0, end: 0 };

  constructor(
    readonly scroller: HTMLElement,
    /** As high as all rows; positioned. */
    readonly content: HTMLElement,
    readonly height: number,
    readonly render: (row: number) => HTMLElement,
    readonly moved: (window: RowWindow) => void = () => undefined,
  ) {
    scroller.addEventListener("scroll", () => this.update(), { passive: true });
    new ResizeObserver(() => this.update()).observe(scroller);
  }

  get window(): RowWindow {
    return this.#window;
  }

  /** Call if the rows have changed: all in sight are made again. */
  reset(count: number): void {
    this.#count = count;
    this.content.style.setProperty("height", `${count * this.height}px`);
    for (const row of this.#rows.values()) row.remove();
    this.#rows.clear();
    this.#window = { first: 0, end: 0 };
    this.update();
  }

  /** Removes the rows that are out of sight, and makes those that have come into it. */
  update(): void {
    const { scrollTop, clientHeight } = this.scroller;
    const first = Math.max(Math.floor(scrollTop / this.height) - margin, 0);
    const end = Math.min(Math.ceil((scrollTop + clientHeight) / this.height) + margin, this.#count);
    for (const [at, row] of this.#rows)
      if (at < first || at >= end) {
        row.remove();
        this.#rows.delete(at);
      }
    for (let at = first; at < end; at++) if (!this.#rows.has(at)) this.#insert(at);
    this.#window = { first, end };
    this.moved(this.#window);
  }

  /** In the order of their numbers, which is the order in which screen readers read them. */
  #insert(at: number): void {
    const row = this.render(at);
    row.style.setProperty("top", `${at * this.height}px`);
    const next = this.#rows.get(at + 1);
    if (next === undefined) this.content.append(row);
    else next.before(row);
    this.#rows.set(at, row);
  }

  row(at: number): HTMLElement | undefined {
    return this.#rows.get(at);
  }

  /** Scrolls as little as needed, or, if the row is far away, to show it in the middle. */
  reveal(at: number): void {
    const { scrollTop, clientHeight } = this.scroller;
    const top = at * this.height;
    const isNear = top > scrollTop - 4 * this.height && top < scrollTop + clientHeight + 4 * this.height;
    if (top >= scrollTop && top + this.height <= scrollTop + clientHeight) return;
    if (!isNear) this.scroller.scrollTop = top - (clientHeight - this.height) / 2;
    else this.scroller.scrollTop = top < scrollTop ? top : top + this.height - clientHeight;
    this.update();
  }
}
