import { codeRefusals } from '@bourse/contract/identity';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusedFor, refusalOf } from '../../live/failure.ts';
import { useLive } from '../../live/context.tsx';
import { Button } from '../../ui/button.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { SecurityCodeField } from '../identity/index.ts';
import { PasskeyDeclined } from './passkeys.ts';
import classes from './second-factor.module.css';

interface ConfirmFormProps {
  readonly submit: string;
  readonly look?: 'accent' | 'danger';
  /** Whether the fields above are filled in; they show their own errors once `asked`. */
  readonly complete?: boolean;
  /** Called with the first attempt to submit. */
  readonly onAsked?: () => void;
  /** Makes the change with a verification code; rejects with its refusal. */
  readonly run: (authCode: string) => Promise<void>;
  readonly children?: ReactNode;
}

/** The form of a change that requires a verification code, and the second factor in a dialog of its own. */
export function ConfirmForm({ submit, look = 'accent', complete = true, onAsked, run, children }: ConfirmFormProps) {
  const { t } = useTranslation();
  const { report } = useLive();
  const [code, setCode] = useState('');
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [codeRefusal, setCodeRefusal] = useState<string | null>(null);

  const make = async (): Promise<void> => {
    setBusy(true);
    setRefusal(null);
    setCodeRefusal(null);
    try {
      await run(code);
    } catch (error) {
      setBusy(false);
      if (error instanceof PasskeyDeclined) setRefusal(t('factor.passkeyFailed'));
      else if (refusalOf(error) === null) report(error);
      else if (codeRefusals.some((reason) => isRefusedFor(error, reason))) setCodeRefusal(refusalOf(error));
      else setRefusal(refusalOf(error));
    }
  };
  const send = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (busy) return;
    setAsked(true);
    onAsked?.();
    if (complete && code !== '') void make();
    else {
      const form = event.currentTarget;
      requestAnimationFrame(() => focusFirstError(form));
    }
  };
  return (
    <form className={classes.form} onSubmit={send} noValidate>
      {children}
      <SecurityCodeField
        value={code}
        error={asked && code === '' ? t('factor.emptyCode') : codeRefusal}
        onChange={(value) => {
          setRefusal(null);
          setCodeRefusal(null);
          setCode(value);
        }}
      />
      <p className={classes.refusal} role="alert">
        {refusal}
      </p>
      <Button type="submit" look={look} size="touch" disabled={busy}>
        {submit}
      </Button>
    </form>
  );
}
