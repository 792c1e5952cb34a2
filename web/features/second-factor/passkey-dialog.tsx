import { maxPasskeyName, passkeyAdd } from '@bourse/contract/second-factor';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { ConfirmForm } from './confirm-form.tsx';
import { answerOfPasskey } from './passkeys.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useFactorChange } from './use-factor-change.ts';
import { useSecondFactor } from './use-second-factor.tsx';
import classes from './second-factor.module.css';

/** Adds a passkey, and shows the recovery codes if it is the first second factor. */
export function PasskeyDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { call } = useLive();
  const [name, setName] = useState('');
  const [asked, setAsked] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const { withFactor, factorDialog } = useSecondFactor();
  const report = useFactorChange();
  const add = async (authCode: string): Promise<void> => {
    const response = await answerOfPasskey(call, 'add');
    const { data, message } = await withFactor(passkeyAdd, { response, name: name.trim(), auth_code: authCode });
    report(message);
    if (data.recovery_codes.length === 0) onClose();
    else setCodes(data.recovery_codes);
  };
  if (codes.length > 0) {
    return (
      <Sheet title={t('factor.recovery')} from="centre" opened onClose={onClose}>
        <RecoveryCodes codes={codes} onSaved={onClose} />
      </Sheet>
    );
  }
  return (
    <Sheet title={t('factor.addPasskey')} from="centre" opened onClose={onClose}>
      <div className={classes.content}>
        <p className={classes.quiet}>{t('factor.passkeysText')}</p>
        <ConfirmForm
          submit={t('factor.addPasskey')}
          complete={name.trim() !== ''}
          onAsked={() => setAsked(true)}
          run={add}
        >
          <TextInput
            label={t('factor.passkeyName')}
            name="passkey-name"
            autoComplete="off"
            maxLength={maxPasskeyName}
            value={name}
            error={asked && name.trim() === '' ? t('errors.passkey_name_empty') : null}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </ConfirmForm>
        {factorDialog}
      </div>
    </Sheet>
  );
}
