// A persistent map from small integers. Copying takes constant time, because copies share nodes; comparing two maps visits only nodes that
// they do not share. So a branch costs nothing, and a merge costs what its two sides have changed.
//
// A tree of 32-way nodes over the bits of the key (Okasaki's persistent trees, with Bagwell's wide nodes). A node carries the mark of the map
// that may change it in place; `copy` gives both maps new marks, so that the next write copies the nodes on its way.

const bits = 5;
const width = 1 << bits;

interface Mark {
  readonly of?: never;
}

interface Node<V> {
  readonly mark: Mark;
  /** Values in nodes of the lowest level, otherwise nodes. */
  readonly slots: (Node<V> | V | undefined)[];
}

export class VersionedMap<V> {
  #root: Node<V>;
  /** Levels below the root. */
  #height = 0;
  #mark: Mark = {};

  constructor() {
    this.#root = { mark: this.#mark, slots: [] };
  }

  copy(): VersionedMap<V> {
    const copy = new VersionedMap<V>();
    copy.#root = this.#root;
    copy.#height = this.#height;
    this.#mark = {};
    return copy;
  }

  get(key: number): V | undefined {
    let shift = bits * this.#height;
    if (key < 0 || key >>> shift >= width) return undefined;
    let node = this.#root;
    for (; shift > 0; shift -= bits) {
      const next = node.slots[(key >>> shift) & (width - 1)] as Node<V> | undefined;
      if (next === undefined) return undefined;
      node = next;
    }
    return node.slots[key & (width - 1)] as V | undefined;
  }

  set(key: number, value: V): void {
    while (key >>> (bits * this.#height) >= width) {
      this.#root = { mark: this.#mark, slots: [this.#root] };
      this.#height++;
    }
    this.#leafOf(key).slots[key & (width - 1)] = value;
  }

  delete(key: number): void {
    if (this.get(key) !== undefined) this.#leafOf(key).slots[key & (width - 1)] = undefined;
  }

  /** The leaf of a key. Copies shared nodes on the way to it, so that it may be changed. */
  #leafOf(key: number): Node<V> {
    this.#root = this.#own(this.#root);
    let node = this.#root;
    for (let shift = bits * this.#height; shift > 0; shift -= bits) {
      const slot = (key >>> shift) & (width - 1);
      const next = this.#own(node.slots[slot] as Node<V> | undefined);
      node.slots[slot] = next;
      node = next;
    }
    return node;
  }

  #own(node: Node<V> | undefined): Node<V> {
    return node?.mark === this.#mark ? node : { mark: this.#mark, slots: node?.slots.slice() ?? [] };
  }

  /** Whether the test holds for some key whose values differ. It is called in order of keys, and may change a third map. */
  differs(other: VersionedMap<V>, test: (key: number, mine: V | undefined, theirs: V | undefined) => boolean): boolean {
    const height = Math.max(this.#height, other.#height);
    return differ(raise(this.#root, height - this.#height), raise(other.#root, height - other.#height), height, 0, test);
  }
}

/** The same content in a higher tree. */
function raise<V>(root: Node<V>, levels: number): Node<V> {
  return levels === 0 ? root : raise({ mark: root.mark, slots: [root] }, levels - 1);
}

function differ<V>(
  a: Node<V> | undefined,
  b: Node<V> | undefined,
  height: number,
  from: number,
  test: (key: number, mine: V | undefined, theirs: V | undefined) => boolean,
): boolean {
  const length = Math.max(a?.slots.length ?? 0, b?.slots.length ?? 0);
  for (let i = 0; i < length; i++) {
    const x = a?.slots[i];
    const y = b?.slots[i];
    if (x === y) continue;
    const key = (from << bits) | i;
    const found =
      height === 0
        ? test(key, x as V | undefined, y as V | undefined)
        : differ(x as Node<V> | undefined, y as Node<V> | undefined, height - 1, key, test);
    if (found) return true;
  }
  return false;
}
