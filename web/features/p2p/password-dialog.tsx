import { payPasswordRefusals } from '@bourse/contract/identity';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { partOfRefusal } from '../../live/failure.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { PasswordLine } from './password-line.tsx';
import classes from './p2p.module.css';

interface PasswordDialogProps {
  readonly title: string;
  readonly confirmLabel: string;
  readonly look: 'accent' | 'danger';
  /** Whether all boxes are ticked. */
  readonly isReady: boolean;
  readonly busy: boolean;
  readonly error: unknown;
  readonly refusal: string | null;
  /** A sentence, and boxes to tick. */
  readonly children: ReactNode;
  readonly onConfirm: (password: string) => void;
  readonly onChange: () => void;
  readonly onClose: () => void;
}

/** Confirms a movement of coins with the trade password. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { title, onClose } = props;
  return (
    <Sheet title={title} from="centre" opened onClose={onClose}>
      <PasswordForm {...props} />
    </Sheet>
  );
}

function PasswordForm(props: PasswordDialogProps) {
  const { busy, children, confirmLabel, error, isReady, look, onChange, onClose, onConfirm, refusal } = props;
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const place = partOfRefusal(error, { password: payPasswordRefusals });
  const missing = tried && password === '' ? t('errors.pay_password_required') : null;
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (busy) return;
    setTried(true);
    if (isReady && password !== '') return onConfirm(password);
    event.currentTarget.querySelector<HTMLElement>('input:not(:checked)')?.focus();
  };
  return (
    <form className={classes.sheet} noValidate onSubmit={submit}>
      {children}
      <PasswordLine
        value={password}
        error={missing ?? (place === 'password' ? refusal : null)}
        onChange={(next) => {
          onChange();
          setPassword(next);
        }}
      />
      <p className={classes.refusal} role="alert">
        {place === null ? refusal : null}
      </p>
      <div className={classes.buttons}>
        <Button look="plain" size="touch" onClick={onClose}>
          {t('p2p.cancel')}
        </Button>
        <Button type="submit" look={look} size="touch" aria-busy={busy} aria-disabled={busy || !isReady}>
          {confirmLabel}
        </Button>
      </div>
    </form>
  );
}
