// Which allocation sites may share a place. In: pairs of sites whose objects a comparison has told apart. Out: classes: a dead object of one site may make
// room for one of another of its class.
//
// Pairs alone are too few. If `r` is compared with the dead `p` and with the dead `q`, both can be equal to it only if `q` lay where `p` was, although
// the program never compares these two.

export class ReuseClasses {
  readonly #above = new Map<number, number>();

  #top(site: number): number {
    const above = this.#above.get(site) ?? site;
    return above === site ? site : this.#top(above);
  }

  has(site: number): boolean {
    return this.#above.has(site);
  }

  areTogether(a: number, b: number): boolean {
    return this.has(a) && this.#top(a) === this.#top(b);
  }

  join(a: number, b: number): void {
    const top = this.#top(b);
    this.#above.set(this.#top(a), top);
    if (!this.has(top)) this.#above.set(top, top);
  }
}
