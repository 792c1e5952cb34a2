import { notifications } from '@mantine/notifications';

/** How long a toast stays, in milliseconds. */
export const toastMs = 1_000;

export type ToastKind = 'error' | 'success' | 'neutral';

/** Says something for a second. Screen readers hear it as an alert. */
export function toast(message: string, kind: ToastKind = 'error'): void {
  notifications.show({
    message,
    autoClose: toastMs,
    withCloseButton: false,
    color: colourOf(kind),
    'data-kind': kind,
  });
}

function colourOf(kind: ToastKind): string {
  switch (kind) {
    case 'error':
      return 'var(--down)';
    case 'success':
      return 'var(--up)';
    case 'neutral':
      return 'var(--accent)';
  }
}
