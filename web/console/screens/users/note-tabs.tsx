import { userCalls, type UserAction, type UserNote } from '@bourse/contract/console';
import { useMemo } from 'react';
import { changesBetween } from '../../parts/changes.ts';
import type { ConsoleColumn } from '../../parts/column.ts';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useList } from '../../wire/use-list.ts';
import { timeColumn } from '../../parts/columns.tsx';

interface TabProps {
  readonly id: number;
}

export function NoteTab({ id }: TabProps) {
  const t = useTexts();
  const list = useList(userCalls.userNotes, { id });
  const columns = useMemo<readonly ConsoleColumn<UserNote>[]>(
    () => [
      timeColumn('time', t('words.time'), (row) => row.created_at),
      { id: 'staff', head: t('users.staff'), text: (row) => row.staff, width: 160 },
      { id: 'reason', head: t('users.reason'), text: (row) => row.reason_code, width: 150 },
      { id: 'note', head: t('users.note'), text: (row) => row.text },
    ],
    [t],
  );
  return (
    <ConsoleTable
      name="user-notes"
      caption={t('users.tabNames.notes')}
      columns={columns}
      list={list}
      rowKey={(row) => String(row.id)}
      empty={t('users.noNotes')}
    />
  );
}

export function StaffTab({ id }: TabProps) {
  const t = useTexts();
  const list = useList(userCalls.userActions, { id });
  const columns = useMemo<readonly ConsoleColumn<UserAction>[]>(
    () => [
      timeColumn('time', t('words.time'), (row) => row.at),
      { id: 'staff', head: t('users.staff'), text: (row) => row.staff, width: 160 },
      { id: 'action', head: t('users.action'), text: (row) => `${row.action} (${row.kind})`, width: 220 },
      { id: 'reason', head: t('users.reason'), text: (row) => row.reason ?? '' },
      { id: 'before', head: t('users.before'), text: (row) => fieldsOf(row, 'before'), width: 180 },
      { id: 'after', head: t('users.after'), text: (row) => fieldsOf(row, 'after'), width: 180 },
    ],
    [t],
  );
  return (
    <ConsoleTable
      name="user-actions"
      caption={t('users.tabNames.staff')}
      columns={columns}
      list={list}
      rowKey={(row) => String(row.id)}
      empty={t('users.noActions')}
    />
  );
}

/** The changed fields before or after an action, in one line. */
function fieldsOf({ before, after }: UserAction, side: 'before' | 'after'): string {
  return changesBetween(before, after)
    .map((change) => `${change.field} ${change[side] ?? '–'}`)
    .join(', ');
}
