import { newRecoveryCodes, type Passkey, passkeyRemove, totpOff } from '@bourse/contract/second-factor';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../ui/sheet.tsx';
import { ConfirmForm } from './confirm-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useFactorChange } from './use-factor-change.ts';
import { useSecondFactor } from './use-second-factor.tsx';
import classes from './second-factor.module.css';

interface DialogProps {
  readonly onClose: () => void;
}

/** Turns the authenticator app off. */
export function TotpOffDialog({ onClose }: DialogProps) {
  const { t } = useTranslation();
  const { withFactor, factorDialog } = useSecondFactor();
  const report = useFactorChange();
  const turnOff = async (authCode: string): Promise<void> => {
    const { message } = await withFactor(totpOff, { auth_code: authCode });
    report(message);
    onClose();
  };
  return (
    <Sheet title={t('factor.turnOffTitle')} from="centre" opened onClose={onClose}>
      <div className={classes.content}>
        <ConfirmForm submit={t('factor.turnOff')} look="danger" run={turnOff} />
        {factorDialog}
      </div>
    </Sheet>
  );
}

/** Replaces the recovery codes. */
export function NewCodesDialog({ onClose }: DialogProps) {
  const { t } = useTranslation();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { withFactor, factorDialog } = useSecondFactor();
  const report = useFactorChange();
  const replace = async (authCode: string): Promise<void> => {
    const { data, message } = await withFactor(newRecoveryCodes, { auth_code: authCode });
    report(message);
    setCodes(data.recovery_codes);
  };
  return (
    <Sheet title={t('factor.newCodes')} from="centre" opened onClose={onClose}>
      {codes === null ? (
        <div className={classes.content}>
          <p className={classes.quiet}>{t('factor.newCodesText')}</p>
          <ConfirmForm submit={t('factor.newCodes')} run={replace} />
          {factorDialog}
        </div>
      ) : (
        <RecoveryCodes codes={codes} onSaved={onClose} />
      )}
    </Sheet>
  );
}

/** Removes a passkey. */
export function RemovePasskeyDialog({ passkey, onClose }: DialogProps & { readonly passkey: Passkey }) {
  const { t } = useTranslation();
  const { withFactor, factorDialog } = useSecondFactor();
  const report = useFactorChange();
  const remove = async (authCode: string): Promise<void> => {
    const { message } = await withFactor(passkeyRemove, { id: passkey.id, auth_code: authCode });
    report(message);
    onClose();
  };
  return (
    <Sheet title={t('factor.removePasskey')} from="centre" opened onClose={onClose}>
      <div className={classes.content}>
        <p>{t('factor.removeText', { name: passkey.name })}</p>
        <ConfirmForm submit={t('factor.remove')} look="danger" run={remove} />
        {factorDialog}
      </div>
    </Sheet>
  );
}
