import { createStore } from 'zustand/vanilla';

/** How long a toast stays, in milliseconds. */
const toastMs = 1_000;
/** The maximum number of toasts; a further one replaces the oldest. */
export const toastsAtOnce = 3;
const places = Array.from({ length: toastsAtOnce }, (_, place) => place);

export type ToastKind = 'error' | 'success' | 'neutral';

export interface Toast {
  readonly id: number;
  readonly message: string;
  readonly kind: ToastKind;
  /** The row of the toast, from 0 at the bottom, fixed while it is shown. */
  readonly place: number;
}

/** The toasts on screen, the newest last. */
export const toasts = createStore<readonly Toast[]>(() => []);

let count = 0;

/**
 * Shows a message for a second; screen readers announce it as an alert. Repeating a message extends the toast on
 * screen. A toast keeps its row while others come and go, so that it stays readable.
 */
export function toast(message: string, kind: ToastKind = 'error'): void {
  count += 1;
  const id = count;
  toasts.setState((shown) => {
    const same = shown.find((other) => other.message === message && other.kind === kind);
    const others = shown.filter((other) => other !== same).slice(1 - toastsAtOnce);
    const free = places.find((place) => others.every((other) => other.place !== place)) ?? 0;
    return [...others, { id, message, kind, place: same?.place ?? free }];
  }, true);
  setTimeout(() => toasts.setState((shown) => shown.filter((other) => other.id !== id), true), toastMs);
}
