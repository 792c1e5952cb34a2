import { homeCalls, type AlarmRow } from '@bourse/contract/console';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { bytesText } from '../../parts/bytes.ts';
import { ConsoleLink } from '../../parts/console-link.tsx';
import { Figure, Time } from '../../parts/figures.tsx';
import { ReadStates } from '../../parts/read-states.tsx';
import { Screen } from '../../parts/screen.tsx';
import { PlainTable, Section } from '../../parts/section.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useRead } from '../../wire/use-read.ts';

/** The alarms and the queues of the reader's roles. */
export function HomeScreen() {
  const t = useTexts();
  const read = useRead(homeCalls.home, {});
  const [seen, acknowledge] = useState<AlarmRow | null>(null);
  return (
    <Screen title={t('home.title')} padded>
      <ReadStates read={read}>
        {({ alarms, queues }) => (
          <>
            <Section title={t('home.alarms')}>
              {alarms.length === 0 ? (
                <EmptyState text={t('home.noAlarms')} />
              ) : (
                <PlainTable
                  caption={t('home.alarms')}
                  heads={[t('home.alarm'), t('home.details'), t('home.since'), t('home.acknowledged')]}
                  rows={alarms}
                  rowKey={({ name }) => name}
                  renderCells={(alarm) => [
                    <StateBadge key="name" tone={alarm.acknowledged === null ? 'bad' : 'warning'}>
                      {t(`home.names.${alarm.name}`)}
                    </StateBadge>,
                    <AlarmDetails key="details" alarm={alarm} />,
                    <Time key="since" at={alarm.since} />,
                    <Acknowledged key="acknowledged" alarm={alarm} onAcknowledge={() => acknowledge(alarm)} />,
                  ]}
                />
              )}
            </Section>
            <Section title={t('home.queues')}>
              {queues.length === 0 ? (
                <EmptyState text={t('home.noQueues')} />
              ) : (
                <PlainTable
                  caption={t('home.queues')}
                  heads={[t('home.queue'), t('home.waiting'), t('home.oldest')]}
                  rows={queues}
                  rowKey={({ name }) => name}
                  renderCells={({ count, name, oldest_at, screen }) => [
                    <ConsoleLink key="name" to={screen}>
                      {t(`home.queueNames.${name}`)}
                    </ConsoleLink>,
                    <Figure key="count" value={count} />,
                    <Time key="oldest" at={oldest_at} only="relative" />,
                  ]}
                />
              )}
            </Section>
          </>
        )}
      </ReadStates>
      {seen !== null && (
        <ActionDialog
          call={homeCalls.acknowledgeAlarm}
          title={t('home.acknowledgeTitle', { alarm: t(`home.names.${seen.name}`) })}
          confirmLabel={t('home.acknowledge')}
          reasonCode="incident"
          input={{ alarm: seen.name, since: seen.since }}
          onClose={() => acknowledge(null)}
        />
      )}
    </Screen>
  );
}

function Acknowledged({ alarm, onAcknowledge }: { readonly alarm: AlarmRow; readonly onAcknowledge: () => void }) {
  const t = useTexts();
  const { acknowledged } = alarm;
  if (acknowledged === null) {
    return (
      <Button size="dense" look="plain" onClick={onAcknowledge}>
        {t('home.acknowledge')}
      </Button>
    );
  }
  const { at, by, reason } = acknowledged;
  return (
    <>
      {by} <Time at={at} only="relative" />
      <br />
      {reason}
    </>
  );
}

function AlarmDetails({ alarm: { details, name } }: { readonly alarm: AlarmRow }) {
  const t = useTexts();
  switch (name) {
    case 'exchange_closed':
    case 'cancels_only':
      return String(details['reason'] ?? '');
    case 'disk_low':
      return t('home.free', { bytes: bytesText(Number(details['free_bytes'])) });
    case 'command_suspended':
      return t('home.suspended', { count: Number(details['commands']) });
    case 'outcome_unrecorded':
      return t('home.unrecorded', { count: Number(details['commands']) });
    case 'mail_failing':
      return (
        <>
          {t('home.queued', { count: Number(details['queued']) })}{' '}
          <Time at={Number(details['oldest_at'])} only="relative" />
        </>
      );
    case 'appeals_late':
    case 'appeals_unanswered':
      return (
        <>
          {t('home.appeals', { count: Number(details['appeals']) })}{' '}
          <Time at={Number(details['since'])} only="relative" />
        </>
      );
    case 'commission_unpaid':
      return (
        <>
          {String(details['day'])} <Time at={Number(details['since'])} only="relative" />
        </>
      );
    case 'topup_cases':
      return t('home.topups', { count: Number(details['topups']) });
    case 'fiat_rates_stale':
      return (
        <>
          {String(details['fiats'])} <Time at={Number(details['since'])} only="relative" />
        </>
      );
    case 'funds_short':
    case 'funds_unseen':
    case 'dust_unseen':
      return t('home.assets', { count: Number(details['assets']) });
    case 'chain_halted':
    case 'payments_halted':
    case 'chain_unread':
    case 'deposits_doubted':
      return t('home.chains', { count: Number(details['chains']) });
    case 'payments_stalled':
      return (
        <>
          {t('home.stalled', { count: Number(details['payments']) })}{' '}
          <Time at={Number(details['since'])} only="relative" />
        </>
      );
    case 'chain_uncompared':
      return (
        <>
          {t('home.uncompared', { chains: String(details['chains']) })}{' '}
          <Time at={Number(details['since'])} only="relative" />
        </>
      );
    case 'hot_wallet_low':
      return t('home.wallets', { count: Number(details['assets']) });
    case 'sweeps_failed':
      return t('home.sweeps', { count: Number(details['sweeps']) });
    case 'audit_broken':
      return t('home.row', { row: String(details['row']) });
    case 'clock_untrusted':
      return t('home.clock');
    case 'database_unreachable':
      return t('home.unreachable');
  }
}
