import { TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { refusalOf } from '../../live/failure.ts';
import { Button } from '../../ui/button.tsx';
import { concernsFactor } from './factor-methods.ts';
import { factorError } from './typed-factor.ts';
import { answerOfPasskey, offersPasskeys, PasskeyDeclined } from './passkeys.ts';
import classes from './second-factor.module.css';

/** A second factor as a call takes it. */
export type GivenFactor = { readonly totp_code: string } | { readonly passkey: string };

interface FactorFormProps {
  /** The methods of the account, such as `totp,passkey`. */
  readonly methods: string;
  /** Only a passkey is accepted, because the call takes no code. */
  readonly passkeyOnly?: boolean;
  /** Makes the call; rejects with its refusal. */
  readonly prove: (factor: GivenFactor) => Promise<void>;
  /** Called with a failure that does not concern the second factor. */
  readonly onFailure: (error: unknown) => void;
}

/** A second factor: a one-time password, a recovery code or a passkey. */
export function FactorForm({ methods, passkeyOnly = false, prove, onFailure }: FactorFormProps) {
  const { t } = useTranslation();
  const { call } = useLive();
  const [code, setCode] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const hasPasskey = methods.split(',').includes('passkey') && offersPasskeys();

  const run = async (factor: () => Promise<GivenFactor>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setRefusal(null);
    try {
      await prove(await factor());
    } catch (error) {
      setBusy(false);
      if (error instanceof PasskeyDeclined) setRefusal(t('factor.passkeyFailed'));
      else if (concernsFactor(error)) setRefusal(refusalOf(error));
      else onFailure(error);
    }
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const wrong = factorError(code);
    if (wrong !== null) setRefusal(t(wrong));
    else void run(() => Promise.resolve({ totp_code: code }));
  };
  const byPasskey = async (): Promise<GivenFactor> => ({ passkey: await answerOfPasskey(call, 'proof') });

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {hasPasskey && (
        <Button
          look={passkeyOnly ? 'accent' : 'plain'}
          size="touch"
          className={classes.passkey}
          aria-busy={busy}
          onClick={() => void run(byPasskey)}
        >
          <IconFingerprint size={18} stroke={1.5} aria-hidden="true" />
          {t('factor.usePasskey')}
        </Button>
      )}
      {!passkeyOnly && (
        <TextInput
          label={t('factor.codeOrRecovery')}
          name="second-factor"
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={32}
          ref={input}
          value={code}
          onChange={(event) => {
            setRefusal(null);
            setCode(event.currentTarget.value);
          }}
        />
      )}
      <p className={classes.refusal} role="alert">
        {refusal}
      </p>
      {!passkeyOnly && (
        <Button type="submit" size="touch" disabled={busy}>
          {t('factor.confirm')}
        </Button>
      )}
      <p className={classes.quiet}>{t('factor.lost')}</p>
    </form>
  );
}
