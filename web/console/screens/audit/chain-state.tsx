import { auditCalls } from '@bourse/contract/console';
import { Button } from '../../../ui/button.tsx';
import { Time } from '../../parts/figures.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useRead } from '../../wire/use-read.ts';

/** How far the chain was verified, and a button that verifies it again. */
export function ChainState() {
  const t = useTexts();
  const { data, failed, retry } = useRead(auditCalls.verifyAudit, {}, { every: null });
  return (
    <>
      <span role="status">
        {failed && <StateBadge tone="warning">{t('audit.verifyFailed')}</StateBadge>}
        {!failed && data === undefined && t('audit.verifying')}
        {!failed && data !== undefined && data.broken !== null && (
          <StateBadge tone="bad">{t('audit.broken', { id: data.broken.id })}</StateBadge>
        )}
        {!failed && data !== undefined && data.broken === null && (
          <StateBadge tone="good">
            {data.head === null ? t('audit.verifiedEmpty') : t('audit.verified', { id: data.head.id })}
          </StateBadge>
        )}
      </span>
      {data !== undefined && <Time at={data.verified_at} only="relative" />}
      <Button size="dense" look="plain" onClick={retry}>
        {t('audit.verify')}
      </Button>
    </>
  );
}
