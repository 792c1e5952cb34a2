import { useEffect, useRef, type KeyboardEvent } from 'react';
import { Button } from './button.tsx';
import classes from './dialog-buttons.module.css';

interface DialogButtonsProps {
  /** The button that changes nothing; absent when the dialog only informs. */
  readonly cancel?: { readonly label: string; readonly onPress: () => void };
  readonly confirm: {
    /** The action by name, such as "Deposit 500 USDT". */
    readonly label: string;
    /** The colour: a side for an order, `danger` for what cannot be undone. */
    readonly look?: 'accent' | 'buy' | 'sell' | 'danger';
    /** The request is pending: the button cannot be pressed again. */
    readonly busy?: boolean;
    readonly disabled?: boolean;
    readonly onPress: () => void;
  };
}

/**
 * The buttons at the end of a dialog: the action at the right, on a phone on top. The safe button has the focus when
 * the dialog opens.
 */
export function DialogButtons({ cancel, confirm }: DialogButtonsProps) {
  const { label, look = 'accent', busy = false, disabled = false, onPress } = confirm;
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <div className={classes.buttons} data-dialog-buttons>
      {cancel !== undefined && (
        <Button ref={first} look="plain" size="touch" onKeyDown={ignoreHeldKey} onClick={cancel.onPress}>
          {cancel.label}
        </Button>
      )}
      {/* The button is not disabled while busy, because a disabled button would lose the focus. */}
      <Button
        ref={cancel === undefined ? first : undefined}
        look={look}
        size="touch"
        disabled={disabled}
        aria-busy={busy}
        aria-disabled={busy}
        onKeyDown={ignoreHeldKey}
        onClick={({ detail }) => {
          // The second click of a double click was meant for the control underneath.
          if (!busy && detail <= 1) onPress();
        }}
      >
        {label}
      </Button>
    </div>
  );
}

/** A key that is still held down was meant for the button that opened the dialog. */
function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat && event.key !== 'Tab') event.preventDefault();
}
