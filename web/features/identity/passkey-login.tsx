import { passkeyLogin } from '@bourse/contract/second-factor';
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { refusalOf } from '../../live/failure.ts';
import { Button } from '../../ui/button.tsx';
import { answerOfPasskey, offersPasskeys, PasskeyDeclined } from '../second-factor/index.ts';
import classes from './identity.module.css';

interface PasskeyLoginProps {
  readonly remember: boolean;
  /** Opens the requested page after the login. */
  readonly onLogin: (token: string, account: string) => Promise<void>;
}

/** A login with a passkey, which replaces account, password and codes; absent where browsers allow none. */
export function PasskeyLogin({ remember, onLogin }: PasskeyLoginProps) {
  const { t } = useTranslation();
  const { call, device, report } = useLive();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  if (!offersPasskeys()) return null;
  const logIn = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setRefusal(null);
    try {
      const response = await answerOfPasskey(call, 'proof');
      const { data } = await call(passkeyLogin, { response, remember, device_id: device.id() });
      device.keep(data.device_id);
      await onLogin(data.token, data.account);
    } catch (error) {
      setBusy(false);
      if (error instanceof PasskeyDeclined) setRefusal(t('factor.passkeyFailed'));
      else if (refusalOf(error) === null) report(error);
      else setRefusal(refusalOf(error));
    }
  };
  return (
    <>
      <Button look="plain" size="touch" className={classes.passkey} aria-busy={busy} onClick={() => void logIn()}>
        <IconFingerprint size={18} stroke={1.5} aria-hidden="true" />
        {t('factor.logInByPasskey')}
      </Button>
      <p className={classes.refusal} role="alert">
        {refusal}
      </p>
    </>
  );
}
