import { userCalls, type ConsoleOutput, type UserMessage } from '@bourse/contract/console';
import { useMemo } from 'react';
import type { ConsoleColumn } from '../../parts/column.ts';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useList, useRowsOf } from '../../wire/use-list.ts';
import { useRead } from '../../wire/use-read.ts';
import { idColumn, shownColumn, timeColumn } from '../../parts/columns.tsx';

type Answer = ConsoleOutput<typeof userCalls.userSessions>;
type Session = Answer['sessions'][number];
type Device = Answer['devices'][number];

interface TabProps {
  readonly id: number;
}

const sessionsIn = ({ sessions }: Answer): readonly Session[] => sessions;
const devicesIn = ({ devices }: Answer): readonly Device[] => devices;

export function SessionTab({ id }: TabProps) {
  const t = useTexts();
  const list = useRowsOf(useRead(userCalls.userSessions, { id }), sessionsIn);
  const columns = useMemo<readonly ConsoleColumn<Session>[]>(
    () => [
      idColumn('id', t('words.id'), (row) => row.id),
      { id: 'device', head: t('users.device'), text: (row) => `${row.browser} ${row.system}`.trim() || row.kind },
      { id: 'network', head: t('users.network'), text: (row) => row.network },
      timeColumn('time', t('words.time'), (row) => row.created_at),
      timeColumn('used', t('users.lastUsed'), (row) => row.last_used_at),
      timeColumn('expires', t('users.expires'), (row) => row.expires_at),
    ],
    [t],
  );
  return (
    <ConsoleTable
      name="user-sessions"
      caption={t('users.tabNames.sessions')}
      columns={columns}
      list={list}
      rowKey={(row) => String(row.id)}
      empty={t('users.noSessions')}
    />
  );
}

export function DeviceTab({ id }: TabProps) {
  const t = useTexts();
  const list = useRowsOf(useRead(userCalls.userSessions, { id }), devicesIn);
  const columns = useMemo<readonly ConsoleColumn<Device>[]>(
    () => [
      { id: 'device', head: t('users.device'), text: (row) => row.device },
      timeColumn('first', t('users.firstUsed'), (row) => row.first_used_at),
      timeColumn('last', t('users.lastUsed'), (row) => row.last_used_at),
    ],
    [t],
  );
  return (
    <ConsoleTable
      name="user-devices"
      caption={t('users.tabNames.devices')}
      columns={columns}
      list={list}
      rowKey={(row) => `${row.device} ${row.first_used_at}`}
      empty={t('users.noDevices')}
    />
  );
}

export function MessageTab({ id }: TabProps) {
  const t = useTexts();
  const list = useList(userCalls.userMessages, { id });
  const columns = useMemo<readonly ConsoleColumn<UserMessage>[]>(
    () => [
      timeColumn('time', t('words.time'), (row) => row.created_at),
      { id: 'channel', head: t('users.channel'), text: (row) => row.channel, width: 90 },
      { id: 'message', head: t('users.message'), text: (row) => row.template },
      { id: 'language', head: t('users.language'), text: (row) => row.language, width: 90 },
      shownColumn({ id: 'state', head: t('words.state'), text: (row) => row.state, width: 120 }, messageState),
      { id: 'attempts', head: t('users.attempts'), text: (row) => String(row.attempts), width: 90, figure: true },
    ],
    [t],
  );
  return (
    <ConsoleTable
      name="user-messages"
      caption={t('users.tabNames.messages')}
      columns={columns}
      list={list}
      rowKey={(row) => String(row.id)}
      empty={t('users.noMessages')}
    />
  );
}

function messageState({ state }: UserMessage) {
  const tone = state === 'failed' ? 'bad' : state === 'queued' ? 'warning' : 'quiet';
  return <StateBadge tone={tone}>{state}</StateBadge>;
}
