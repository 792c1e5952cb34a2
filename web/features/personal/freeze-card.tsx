import { freezeAccount, unfreezeAccount, type UserInfo } from '@bourse/contract/identity';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { SecurityCodeField } from '../identity/index.ts';
import { useSecondFactor } from '../second-factor/index.ts';
import { SettingsCard } from './settings-card.tsx';
import { useAction } from './use-action.ts';
import classes from './settings.module.css';

/** Freezes the account, or unfreezes it. */
export function FreezeCard({ user }: { readonly user: UserInfo }) {
  const { t } = useTranslation();
  const { call } = useLive();
  const { busy, refusal, run } = useAction();
  const [asking, setAsking] = useState(false);
  return (
    <SettingsCard id="freeze" title={t('account.freeze')} text={t('account.freezeText')}>
      {user.frozen ? (
        <Unfreeze />
      ) : (
        <Button look="danger" onClick={() => setAsking(true)}>
          {t('account.freeze')}
        </Button>
      )}
      <ConfirmDialog
        title={t('account.freezeTitle')}
        opened={asking}
        confirmLabel={t('account.freeze')}
        cancelLabel={t('account.keepOthers')}
        isDestructive
        busy={busy}
        error={refusal}
        onConfirm={() => void run(() => call(freezeAccount, {})).then((isDone) => isDone && setAsking(false))}
        onClose={() => setAsking(false)}
      >
        <p>{t('account.freezeText')}</p>
      </ConfirmDialog>
    </SettingsCard>
  );
}

function Unfreeze() {
  const { t } = useTranslation();
  const { withFactor, factorDialog } = useSecondFactor();
  const { busy, refusal, run } = useAction();
  const [code, setCode] = useState('');
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void run(() => withFactor(unfreezeAccount, { auth_code: code }));
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <SecurityCodeField value={code} error={refusal} onChange={setCode} />
      <Button type="submit" size="touch" className={classes.submit} disabled={busy}>
        {t('account.unfreeze')}
      </Button>
      {factorDialog}
    </form>
  );
}
