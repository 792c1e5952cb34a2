import type { ReactNode } from 'react';
import { DialogButtons } from './dialog-buttons.tsx';
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
  /** The action ends or gives up something. */
  readonly isDestructive?: boolean;
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
  const { facts = [], risk, confirmLabel, cancelLabel, isDestructive = false, busy = false, error = null } = props;
  const { onConfirm, onClose } = props;
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
      <DialogButtons
        cancel={{ label: cancelLabel, onPress: onClose }}
        confirm={{ label: confirmLabel, look: isDestructive ? 'danger' : 'accent', busy, onPress: onConfirm }}
      />
    </div>
  );
}
