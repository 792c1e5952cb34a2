import { healthCalls, type ConsoleOutput } from '@bourse/contract/console';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { ConsoleLink } from '../../parts/console-link.tsx';
import { Time } from '../../parts/figures.tsx';
import { ReadStates } from '../../parts/read-states.tsx';
import { Screen } from '../../parts/screen.tsx';
import { PlainTable, Section, Sections } from '../../parts/section.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { useRead } from '../../wire/use-read.ts';
import { ExchangeFacts, MachineFacts, MessageFacts, SnapshotFacts, StorageFacts } from './health-facts.tsx';

type Report = ConsoleOutput<typeof healthCalls.health>;
type Suspended = NonNullable<Report['storage']>['suspended'][number];

/** The state of the exchange, of PostgreSQL and of the machine, and the faults that stopped the exchange. */
export function HealthScreen() {
  const t = useTexts();
  const read = useRead(healthCalls.health, {});
  const mayClear = useMay(healthCalls.clearSuspension);
  const [clearing, clear] = useState<Suspended | null>(null);
  return (
    <Screen title={t('health.title')} padded>
      <ReadStates read={read}>
        {(report) => (
          <>
            <Sections>
              <ExchangeFacts report={report} />
              <StorageFacts storage={report.storage} />
              <MachineFacts report={report} />
              <SnapshotFacts storage={report.storage} />
            </Sections>
            <MessageFacts mail={report.mail} />
            <Section title={t('health.suspended')}>
              <SuspendedCommands report={report} onClear={mayClear ? clear : null} />
            </Section>
            <Section title={t('health.incidents')}>
              <Incidents report={report} />
            </Section>
          </>
        )}
      </ReadStates>
      {clearing !== null && (
        <ActionDialog
          call={healthCalls.clearSuspension}
          title={t('health.clearTitle', { command: clearing.command, user: clearing.user })}
          confirmLabel={t('health.clear')}
          reasonCode="incident"
          input={{ user: clearing.user, command: clearing.command, incident: clearing.incident }}
          onClose={() => clear(null)}
        >
          <p>{t('health.clearHint')}</p>
        </ActionDialog>
      )}
    </Screen>
  );
}

interface SuspendedProps {
  readonly report: Report;
  /** Null without the role for it. */
  readonly onClear: ((row: Suspended) => void) | null;
}

function SuspendedCommands({ report: { storage }, onClear }: SuspendedProps) {
  const t = useTexts();
  if (storage === null) return <EmptyState text={t('health.noAnswer')} />;
  if (storage.suspended.length === 0) return <EmptyState text={t('health.noneSuspended')} />;
  return (
    <PlainTable
      caption={t('health.suspended')}
      heads={[t('health.user'), t('health.command'), t('health.incident'), t('health.since'), t('health.action')]}
      rows={storage.suspended}
      rowKey={({ command, user }) => `${user} ${command}`}
      renderCells={(row) => [
        <ConsoleLink key="user" to={`/users?row=${row.user}`}>
          {row.user}
        </ConsoleLink>,
        row.command,
        row.incident,
        <Time key="since" at={row.since} />,
        onClear !== null && (
          <Button key="clear" size="dense" look="plain" onClick={() => onClear(row)}>
            {t('health.clear')}
          </Button>
        ),
      ]}
    />
  );
}

function Incidents({ report: { storage } }: { readonly report: Report }) {
  const t = useTexts();
  if (storage === null) return <EmptyState text={t('health.noAnswer')} />;
  if (storage.incidents.length === 0) return <EmptyState text={t('health.noIncidents')} />;
  return (
    <PlainTable
      caption={t('health.incidents')}
      heads={[
        t('words.id'),
        t('words.time'),
        t('health.kind'),
        t('health.user'),
        t('health.command'),
        t('health.sequence'),
        t('health.error'),
      ]}
      rows={storage.incidents}
      rowKey={({ id }) => String(id)}
      renderCells={({ at, command, error, id, kind, sequence, user }) => [
        id,
        <Time key="at" at={at} />,
        kind,
        user ?? '–',
        command ?? '–',
        sequence ?? '–',
        error,
      ]}
    />
  );
}
