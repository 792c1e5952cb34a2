import { createStore } from 'zustand/vanilla';

/** How long a toast stays, in milliseconds. */
const toastMs = 1_000;
/** More than these at once nobody reads; the oldest goes. */
const atOnce = 3;

export type ToastKind = 'error' | 'success' | 'neutral';

export interface Toast {
  readonly id: number;
  readonly message: string;
  readonly kind: ToastKind;
}

/** What is being said, the newest last. */
export const toasts = createStore<readonly Toast[]>(() => []);

let count = 0;

/** Says something for a second. Screen readers hear it as an alert. What is being said already is said once, a second from now. */
export function toast(message: string, kind: ToastKind = 'error'): void {
  count += 1;
  const id = count;
  const isOther = (shown: Toast): boolean => shown.message !== message || shown.kind !== kind;
  toasts.setState((shown) => [...shown.filter(isOther), { id, message, kind }].slice(-atOnce), true);
  setTimeout(() => toasts.setState((shown) => shown.filter((other) => other.id !== id), true), toastMs);
}
