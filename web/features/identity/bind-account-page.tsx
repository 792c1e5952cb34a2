import { bindAddress, userInfo } from '@bourse/contract/identity';
import { codePurpose } from '@bourse/contract/notify';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { toast } from '../../ui/toasts.ts';
import { useSecondFactor } from '../second-factor/index.ts';
import { AccountFields } from './account-fields.tsx';
import { AccountTabs } from './account-tabs.tsx';
import { CodeField } from './code-field.tsx';
import { FormEnd } from './form-end.tsx';
import { accountErrors, accountOf, codeErrors, type AccountDraft } from './form-rules.ts';
import { IdentityPage } from './identity-layout.tsx';
import { SecurityCodeField } from './security-code-field.tsx';
import { useIdentityForm } from './use-identity-form.ts';
import classes from './identity.module.css';

interface BindDraft extends AccountDraft {
  /** The code that was sent to the new address. */
  readonly code: string;
}

/** Links an e-mail address or a phone number to the account. */
export function BindAccountPage() {
  const { t } = useTranslation();
  const { type } = useSearch({ from: '/bindAccount' });
  const { queries } = useLive();
  const navigate = useNavigate();
  const { withFactor, factorDialog } = useSecondFactor();
  const [oldCode, setOldCode] = useState('');
  const [draft, setDraft] = useState<BindDraft>({
    kind: type === 'mobile' ? 'mobile' : 'email',
    email: '',
    mobile: '',
    area: null,
    code: '',
  });
  const link = async (given: BindDraft): Promise<void> => {
    const { message } = await withFactor(bindAddress, {
      type: given.kind,
      account: accountOf(given),
      auth_code: given.code,
      old_code: oldCode,
      ...(given.kind === 'mobile' && given.area !== null ? { area_id: given.area } : {}),
    });
    toast(message, 'success');
    await queries.invalidateQueries({ queryKey: [userInfo.path] });
    await navigate({ to: '/personal/accountSettings' });
  };
  const form = useIdentityForm({
    draft,
    setDraft,
    check: (given) => ({ ...accountErrors(given), ...codeErrors(given.code) }),
    fields: ['code'],
    send: link,
  });
  return (
    <IdentityPage title={t('shell.bindAccount')}>
      <AccountTabs label={t('shell.bindAccount')} form={form}>
        <p className={classes.word}>{t('account.newAddress')}</p>
        <AccountFields form={form} autoComplete="email" />
        <CodeField form={form} purpose={codePurpose.bind} />
        <p className={classes.word}>{t('account.confirmYou')}</p>
        <SecurityCodeField value={oldCode} error={null} onChange={setOldCode} />
        <FormEnd form={form} submit={t('account.link')}>
          {t('account.oldIsTold')}
        </FormEnd>
      </AccountTabs>
      {factorDialog}
    </IdentityPage>
  );
}
