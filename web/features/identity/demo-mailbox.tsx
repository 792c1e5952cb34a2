import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSiteConfig } from '../../live/site-config.ts';
import { accountOf, isComplete, type AccountDraft } from './form-rules.ts';
import classes from './identity.module.css';

/** A link to the demo's outbox, where everyone can read the messages that a demo does not send. */
export function DemoMailbox({ account }: { readonly account: AccountDraft }) {
  const { t } = useTranslation();
  if (useSiteConfig()?.demo_outbox !== 1) return null;
  const query = isComplete(account) ? `?${new URLSearchParams({ to: accountOf(account) }).toString()}` : '';
  return (
    <a className={classes.corner} href={`/demo/outbox${query}`} target="_blank" rel="noopener">
      {t('codes.mailbox')}
      <IconExternalLink size={14} stroke={1.75} aria-hidden="true" />
    </a>
  );
}
