import { rowAfterKey } from '../../../ui/row-keys.ts';

/** Callbacks for focus changes and keys of the row buttons. */
export interface RowWalkPorts {
  readonly onFocus?: (row: string, button: HTMLElement) => void;
  readonly onBlur?: () => void;
  /** Enter without Shift clicks the button. */
  readonly onShiftEnter?: (row: string) => void;
}

/**
 * A single tab stop for a list whose rows come and go; the arrow keys, Home and End move within. Each row has a button
 * with the row's name in `data-row`. When the focused row is removed, the row in its place gets the focus, so that
 * keyboard users keep their position.
 */
export class RowWalk {
  readonly #list: HTMLElement;
  readonly #ports: RowWalkPorts;
  readonly #listening = new AbortController();
  #chosen: string | null = null;
  #first = '';
  #stop: HTMLElement | null = null;

  constructor(list: HTMLElement, ports: RowWalkPorts = {}) {
    const { onFocus, onBlur } = ports;
    this.#list = list;
    this.#ports = ports;
    const { signal } = this.#listening;
    list.addEventListener('keydown', (event) => this.#onKey(event), { signal });
    list.addEventListener(
      'focusin',
      ({ target }) => {
        const row = rowOf(target);
        if (row === null || !(target instanceof HTMLElement)) return;
        this.#chosen = row;
        this.#placeStop();
        onFocus?.(row, target);
      },
      { signal },
    );
    list.addEventListener('focusout', ({ target }) => rowOf(target) !== null && onBlur?.(), { signal });
  }

  /** Renders the rows again. `first` is the tab stop until another row has had the focus. */
  redraw(draw: () => void, first: string): void {
    const held = rowOf(document.activeElement);
    const at = held === null ? -1 : this.#buttons().findIndex((button) => button === document.activeElement);
    draw();
    this.#first = first;
    if (held !== null && at >= 0 && this.#find(held) === null) {
      const buttons = this.#buttons();
      buttons[Math.min(at, buttons.length - 1)]?.focus({ preventScroll: true });
    }
    this.#placeStop();
  }

  close(): void {
    this.#listening.abort();
  }

  #onKey(event: KeyboardEvent): void {
    const row = rowOf(event.target);
    if (row === null) return;
    if (event.key === 'Enter' && event.shiftKey && this.#ports.onShiftEnter !== undefined) {
      event.preventDefault();
      return this.#ports.onShiftEnter(row);
    }
    const buttons = this.#buttons();
    const at = buttons.findIndex((button) => button === document.activeElement);
    const target = at < 0 ? undefined : buttons[rowAfterKey(event.key, at, buttons.length) ?? -1];
    if (target === undefined) return;
    event.preventDefault();
    target.focus();
  }

  #placeStop(): void {
    const stop = (this.#chosen === null ? null : this.#find(this.#chosen)) ?? this.#find(this.#first);
    if (stop === this.#stop) return;
    if (this.#stop !== null) this.#stop.tabIndex = -1;
    if (stop !== null) stop.tabIndex = 0;
    this.#stop = stop;
  }

  #find(row: string): HTMLElement | null {
    return this.#list.querySelector<HTMLElement>(`button[data-row="${row}"]`);
  }

  #buttons(): HTMLElement[] {
    return [...this.#list.querySelectorAll<HTMLElement>('button[data-row]')];
  }
}

function rowOf(target: EventTarget | null): string | null {
  return target instanceof HTMLButtonElement ? target.getAttribute('data-row') : null;
}
