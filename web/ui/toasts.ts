import { createStore } from 'zustand/vanilla';

/** How long a toast stays, in milliseconds. */
const toastMs = 1_000;
/** More than these at once nobody reads; the oldest goes. */
const atOnce = 3;
const places = Array.from({ length: atOnce }, (_, place) => place);

export type ToastKind = 'error' | 'success' | 'neutral';

export interface Toast {
  readonly id: number;
  readonly message: string;
  readonly kind: ToastKind;
  /** Where it stands, from 0 at the top, as long as it stays. */
  readonly place: number;
}

/** What is being said, the newest last. */
export const toasts = createStore<readonly Toast[]>(() => []);

let count = 0;

/**
 * Says something for a second. Screen readers hear it as an alert. What is being said already is said once, a second from now. What is
 * said keeps its place while others come and go, or nobody could read it.
 */
export function toast(message: string, kind: ToastKind = 'error'): void {
  count += 1;
  const id = count;
  toasts.setState((shown) => {
    const same = shown.find((other) => other.message === message && other.kind === kind);
    const others = shown.filter((other) => other !== same).slice(1 - atOnce);
    const free = places.find((place) => others.every((other) => other.place !== place)) ?? 0;
    return [...others, { id, message, kind, place: same?.place ?? free }];
  }, true);
  setTimeout(() => toasts.setState((shown) => shown.filter((other) => other.id !== id), true), toastMs);
}
