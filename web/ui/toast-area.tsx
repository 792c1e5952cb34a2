import { useStore } from 'zustand';
import { toasts } from './toasts.ts';
import classes from './toast-area.module.css';

/** Where toasts stand: over everything, in the way of nothing. */
export function ToastArea() {
  const shown = useStore(toasts);
  return (
    <div className={classes.area}>
      {shown.map(({ id, message, kind, place }) => (
        <p key={id} role="alert" className={classes.toast} data-kind={kind} style={{ gridRow: place + 1 }}>
          {message}
        </p>
      ))}
    </div>
  );
}
