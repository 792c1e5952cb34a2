import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { toasts, toastsAtOnce } from './toasts.ts';
import classes from './toast-area.module.css';

/**
 * Shows the toasts above everything. Rendered next to the page rather than in it: an open dialog makes the page inert,
 * and screen readers ignore inert elements.
 */
export function ToastArea() {
  const shown = useStore(toasts);
  return createPortal(
    <div className={classes.area} data-testid="toasts">
      {shown.map(({ id, message, kind, place }) => (
        <p key={id} role="alert" className={classes.toast} data-kind={kind} style={{ gridRow: toastsAtOnce - place }}>
          {message}
        </p>
      ))}
    </div>,
    document.body,
  );
}
