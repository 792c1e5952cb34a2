const lightMs = 300;

/** How much longer a row may stay lit, so that it goes out with the next change and needs no drawing of its own. */
const patienceMs = 60;

let motion: MediaQueryList | null = null;

/**
 * Which rows are lit for a moment because they have changed; none for those who want no motion. They do not fade: on a
 * busy market dozens are lit at once, and each that fades would be a layer of its own, put together anew for every
 * frame.
 */
export class RowLights {
  readonly #until = new Map<string, number>();
  readonly #onDark: () => void;
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** `onDark` is called when rows have gone out and nothing was drawn since. */
  constructor(onDark: () => void) {
    this.#onDark = onDark;
    motion ??= matchMedia('(prefers-reduced-motion: reduce)');
  }

  light(row: string): void {
    if (motion?.matches !== true) this.#until.set(row, performance.now() + lightMs);
  }

  /** The rows that are lit now. It is to be asked with every drawing. */
  lit(): ReadonlySet<string> {
    const now = performance.now();
    for (const [row, until] of this.#until) if (until <= now) this.#until.delete(row);
    this.close();
    if (this.#until.size > 0) this.#timer = setTimeout(this.#onDark, lightMs + patienceMs);
    return new Set(this.#until.keys());
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
