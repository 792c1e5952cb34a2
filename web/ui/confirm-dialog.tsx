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
  /** What the person agrees to, line by line. */
  readonly facts?: readonly Fact[];
  /** The risk, or what cannot be undone, in one sentence. */
  readonly risk?: string;
  /** The action, in its own words, e.g. "Deposit 500 USDT". */
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  /** The request is on its way: the dialog stays open and cannot be confirmed again. */
  readonly busy?: boolean;
  /** Why the last attempt was refused. */
  readonly error?: string | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** A sentence or further choices above the facts. */
  readonly children?: ReactNode;
}

/**
 * Asks before an action that matters: what it is about, its risk, and two buttons. The focus starts on the safe one.
 * The caller closes the dialog when the action has succeeded; a refusal is shown inside, with everything else
 * unchanged.
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
      {/* The place is there before the error, because a live region that appears with its text is not always read. */}
      <div role="alert" className={classes.error}>
        {error}
      </div>
      <div className={classes.buttons}>
        <Button ref={safe} look="plain" size="touch" onKeyDown={ignoreHeldKey} onClick={onClose}>
          {cancelLabel}
        </Button>
        {/* Not disabled while busy: a disabled button would drop the focus. */}
        <Button
          size="touch"
          aria-busy={busy}
          aria-disabled={busy}
          onKeyDown={ignoreHeldKey}
          onClick={({ detail }) => {
            // The second half of a double click was meant for what was there before.
            if (!busy && detail <= 1) onConfirm();
          }}
        >
          {confirmLabel}
        </Button>
      </div>
    </div>
  );
}

/** A key that is held down was meant for the button that opened the dialog. */
function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat && event.key !== 'Tab') event.preventDefault();
}
