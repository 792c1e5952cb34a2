import type { PasswordPolicy } from '@bourse/contract/identity';
import { useTranslation } from 'react-i18next';
import { useSiteConfig } from '../../live/site-config.ts';

/** The rule for new passwords in a few words; empty while it is unknown. */
export function usePasswordHint(): string {
  const { t } = useTranslation();
  const policy = useSiteConfig()?.password_policy;
  const hints: Readonly<Record<PasswordPolicy, string>> = {
    spec: t('register.passwordHint'),
    strong: t('register.passphraseHint'),
  };
  return policy === undefined ? '' : hints[policy];
}
