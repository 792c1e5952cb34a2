import type { HealthReport } from '@bourse/contract/console';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../ui/states.tsx';
import { bytesText } from '../../parts/bytes.ts';
import { Facts } from '../../parts/drawer.tsx';
import { Figure, Time } from '../../parts/figures.tsx';
import { PlainTable, Section } from '../../parts/section.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useTexts } from '../../texts/texts.ts';

type Storage = HealthReport['storage'];

/** Whether the exchange accepts commands, and why not. */
export function ExchangeFacts({ report: { exchange } }: { readonly report: HealthReport }) {
  const t = useTexts();
  const state = exchange.open ? (exchange.cancels_only ? 'cancels' : 'open') : 'closed';
  const tone = state === 'open' ? 'good' : state === 'cancels' ? 'warning' : 'bad';
  return (
    <Section title={t('health.exchange')}>
      <Facts
        facts={[
          [
            t('words.state'),
            <StateBadge key="state" tone={tone}>
              {t(`health.states.${state}`)}
            </StateBadge>,
          ],
          ...reasonFacts(t('health.reason'), exchange.reason),
          [t('health.lastCommit'), <Time key="commit" at={exchange.last_commit_at} />],
          [t('health.sequence'), <Figure key="sequence" value={exchange.sequence} />],
          [t('health.waiting'), <Figure key="waiting" value={exchange.waiting} />],
          [t('health.recovered'), <Check key="recovered" holds={exchange.recovered} />],
          [t('health.commits'), <Check key="commits" holds={exchange.commits} />],
          [t('health.onlyCore'), <Check key="only" holds={exchange.is_only_core} />],
          [t('health.clock'), <Check key="clock" holds={exchange.clock_trusted} />],
          [t('health.logic'), exchange.logic_version],
        ]}
      />
    </Section>
  );
}

function reasonFacts(label: string, reason: string | null): readonly (readonly [string, ReactNode])[] {
  return reason === null ? [] : [[label, reason]];
}

/** PostgreSQL: version, size, connections, replication. */
export function StorageFacts({ storage }: { readonly storage: Storage }) {
  const t = useTexts();
  return (
    <Section title={t('health.storage')}>
      {storage === null ? (
        <EmptyState text={t('health.noAnswer')} />
      ) : (
        <Facts
          facts={[
            [t('words.version'), storage.version],
            [t('health.startedAt'), <Time key="started" at={storage.started_at} />],
            [t('health.size'), bytesText(storage.bytes)],
            [t('health.connections'), t('health.of', { used: storage.connections, max: storage.max_connections })],
            [t('health.standbys'), <Figure key="standbys" value={storage.standbys} />],
            [t('health.synchronous'), t(storage.synchronous ? 'words.yes' : 'words.no')],
            ...storage.slots.map(
              ({ active, behind_bytes, name }) =>
                [
                  t('health.slot', { name }),
                  <StateBadge key={name} tone={active ? 'good' : 'bad'}>
                    {t(active ? 'health.slotActive' : 'health.slotIdle', {
                      bytes: behind_bytes === null ? '–' : bytesText(behind_bytes),
                    })}
                  </StateBadge>,
                ] as const,
            ),
          ]}
        />
      )}
    </Section>
  );
}

/** The snapshots, which bound the time of a start. */
export function SnapshotFacts({ storage }: { readonly storage: Storage }) {
  const t = useTexts();
  const newest = storage?.snapshots.newest ?? null;
  return (
    <Section title={t('health.snapshots')}>
      {newest === null ? (
        <EmptyState text={t(storage === null ? 'health.noAnswer' : 'health.noSnapshot')} />
      ) : (
        <Facts
          facts={[
            [t('health.newest'), <Time key="at" at={newest.at} />],
            [t('health.sequence'), <Figure key="sequence" value={newest.sequence} />],
            [t('health.size'), bytesText(newest.bytes)],
            [t('health.logic'), newest.logic_version],
            [t('health.kept'), <Figure key="count" value={storage?.snapshots.count ?? 0} />],
          ]}
        />
      )}
    </Section>
  );
}

/** The queues of messages to users. */
export function MessageFacts({ mail }: { readonly mail: HealthReport['mail'] }) {
  const t = useTexts();
  return (
    <Section title={t('health.mail')}>
      {mail === null ? (
        <EmptyState text={t('health.noAnswer')} />
      ) : (
        <PlainTable
          caption={t('health.mail')}
          heads={[
            t('health.channel'),
            t('health.queued'),
            t('health.retried'),
            t('health.oldest'),
            t('health.sent'),
            t('health.failed'),
          ]}
          rows={mail}
          rowKey={({ channel }) => channel}
          renderCells={({ channel, failed, oldest_queued_at, queued, retried, sends, sent }) => [
            t(sends ? `health.channels.${channel}` : `health.keptChannels.${channel}`),
            queued,
            retried,
            <Time key="oldest" at={oldest_queued_at} only="relative" />,
            sent,
            failed,
          ]}
        />
      )}
    </Section>
  );
}

/** Disk, sockets and process. */
export function MachineFacts({ report: { disk, process, sockets } }: { readonly report: HealthReport }) {
  const t = useTexts();
  const tones = { ample: 'good', scarce: 'warning', none: 'bad' } as const;
  return (
    <Section title={t('health.machine')}>
      <Facts
        facts={[
          [
            t('health.disk'),
            disk === null ? (
              t('health.diskElsewhere')
            ) : (
              <StateBadge key="disk" tone={tones[disk.room]}>
                {disk.free_bytes === null ? '–' : t('health.free', { bytes: bytesText(disk.free_bytes) })}
              </StateBadge>
            ),
          ],
          [t('health.sockets'), <Figure key="sockets" value={sockets.connected} />],
          [t('health.subscriptions'), <Figure key="subscriptions" value={sockets.subscriptions} />],
          [t('health.behind'), <Figure key="behind" value={sockets.behind} />],
          [
            t('health.buffered'),
            t('health.of', { used: bytesText(sockets.waiting_bytes), max: bytesText(sockets.max_waiting_bytes) }),
          ],
          [t('health.dropped'), <Figure key="dropped" value={sockets.dropped} />],
          [t('health.startedAt'), <Time key="started" at={process.started_at} />],
          [t('health.memory'), bytesText(process.resident_bytes)],
          [t('health.heap'), bytesText(process.heap_bytes)],
          [t('health.node'), process.node],
        ]}
      />
    </Section>
  );
}

function Check({ holds }: { readonly holds: boolean }) {
  const t = useTexts();
  return <StateBadge tone={holds ? 'good' : 'bad'}>{t(holds ? 'words.yes' : 'words.no')}</StateBadge>;
}
