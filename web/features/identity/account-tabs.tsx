import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Tabs, type Tab } from '../../ui/tabs.tsx';
import { useSiteConfig } from '../../live/site-config.ts';
import type { AccountDraft, AccountKind } from './form-rules.ts';
import type { IdentityForm } from './use-identity-form.ts';
import classes from './identity.module.css';

interface AccountTabsProps {
  readonly label: string;
  readonly form: IdentityForm<AccountDraft>;
  readonly children: ReactNode;
}

/** A form, with a tab for each kind of account where the site accepts phone numbers besides e-mail addresses. */
export function AccountTabs({ label, form, children }: AccountTabsProps) {
  const { t } = useTranslation();
  const phones = useSiteConfig()?.phone_accounts === 1;
  const fields = (
    <form className={classes.form} onSubmit={form.submit} noValidate>
      {children}
    </form>
  );
  if (!phones) return fields;
  const tabs: readonly Tab<AccountKind>[] = [
    { id: 'email', label: t('login.email') },
    { id: 'mobile', label: t('login.mobile') },
  ];
  return (
    <>
      <Tabs
        label={label}
        tabs={tabs}
        selected={form.draft.kind}
        onSelect={(kind) => form.change({ kind })}
        controls="identity-form"
      />
      <div id="identity-form" role="tabpanel" aria-label={label}>
        {fields}
      </div>
    </>
  );
}
