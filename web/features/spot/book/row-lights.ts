const lightMs = 300;

/**
 * How much longer a row may stay highlighted, so that the next change removes the highlight without a rendering of its
 * own.
 */
const patienceMs = 60;

let motion: MediaQueryList | null = null;

/**
 * Highlights rows for a moment after a change, unless the user prefers reduced motion. The highlights do not fade: on a
 * busy market dozens are visible at once, and each fading one would be a compositing layer, composited again in every
 * frame.
 */
export class RowLights {
  readonly #until = new Map<string, number>();
  readonly #onDark: () => void;
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** `onDark` is called when highlights have expired and nothing was rendered since. */
  constructor(onDark: () => void) {
    this.#onDark = onDark;
    motion ??= matchMedia('(prefers-reduced-motion: reduce)');
  }

  light(row: string): void {
    if (motion?.matches !== true) this.#until.set(row, performance.now() + lightMs);
  }

  /** The currently highlighted rows. Must be called with every rendering. */
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
