import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Sheet } from './sheet.tsx';
import classes from './confirm-dialog.module.css';

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

interface ConfirmDialogProps {
  readonly title: string;
  readonly opened: boolean;
  /** The details to confirm, one per line. */
  readonly facts?: readonly Fact[];
  /** The risk, or what cannot be undone, in one sentence. */
  readonly risk?: string;
  /** The action by name, such as "Deposit 500 USDT". */
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  /** The request is pending: the dialog stays open and cannot be confirmed again. */
  readonly busy?: boolean;
  /** Why the last attempt was refused. */
  readonly error?: string | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** A sentence or further options above the details. */
  readonly children?: ReactNode;
}

/**
 * Confirms an important action: its details, its risk and two buttons, with the focus on the safe one. The caller
 * closes the dialog after success; a refusal is shown in it and everything else stays unchanged.
 */
export function ConfirmDialog({ title, opened, onClose, ...content }: ConfirmDialogProps) {
  return (
    <Sheet title={title} from="centre" opened={opened} onClose={onClose}>
      <Content {...content} onClose={onClose} />
    </Sheet>
  );
}

function Content(props: Omit<ConfirmDialogProps, 'title' | 'opened'>) {
  const { facts = [], risk, confirmLabel, cancelLabel, busy = false, error = null, onConfirm, onClose } = props;
  const safe = useRef<HTMLButtonElement>(null);
  useEffect(() => safe.current?.focus(), []);
  return (
    <div className={classes.content}>
      {props.children}
      {facts.length > 0 && (
        <dl className={classes.facts}>
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="figures">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {risk !== undefined && <p className={classes.risk}>{risk}</p>}
      {/* The live region is rendered before the error, because some screen readers ignore one that appears with its
          text. */}
      <div role="alert" className={classes.error}>
        {error}
      </div>
      <div className={classes.buttons}>
        <Button ref={safe} look="plain" size="touch" onKeyDown={ignoreHeldKey} onClick={onClose}>
          {cancelLabel}
        </Button>
        {/* The button is not disabled while busy, because a disabled button would lose the focus. */}
        <Button
          size="touch"
          aria-busy={busy}
          aria-disabled={busy}
          onKeyDown={ignoreHeldKey}
          onClick={({ detail }) => {
            // The second click of a double click was meant for the control underneath.
            if (!busy && detail <= 1) onConfirm();
          }}
        >
          {confirmLabel}
        </Button>
      </div>
    </div>
  );
}

/** A key that is still held down was meant for the button that opened the dialog. */
function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat && event.key !== 'Tab') event.preventDefault();
}
