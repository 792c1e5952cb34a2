import { feedbackCalls, type FeedbackInboxRow } from '@bourse/contract/console';
import { useMemo } from 'react';
import type { ConsoleColumn } from '../../parts/column.ts';
import { timeColumn } from '../../parts/columns.tsx';
import { ConsoleLink } from '../../parts/console-link.tsx';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useList } from '../../wire/use-list.ts';

/** The feedback of a user, with links to the inbox. */
export function FeedbackTab({ id }: { readonly id: number }) {
  const t = useTexts();
  const list = useList(feedbackCalls.feedbackInbox, { user: id });
  const columns = useColumns();
  return (
    <ConsoleTable
      name="user-feedback"
      caption={t('users.tabNames.feedback')}
      columns={columns}
      list={list}
      rowKey={(row) => String(row.id)}
      empty={t('feedback.empty')}
    />
  );
}

function useColumns(): readonly ConsoleColumn<FeedbackInboxRow>[] {
  const t = useTexts();
  return useMemo(
    () => [
      timeColumn('time', t('feedback.changed'), (row) => row.changed_at),
      { id: 'state', head: t('words.state'), text: (row) => t(`feedback.states.${row.state}`), width: 110 },
      {
        id: 'title',
        head: t('feedback.heading'),
        text: (row) => row.title,
        cell: (row) => <ConsoleLink to={`/feedback?row=${row.id}`}>{row.title}</ConsoleLink>,
      },
      { id: 'type', head: t('feedback.type'), text: (row) => t(`feedback.types.${row.type}`), width: 150 },
    ],
    [t],
  );
}
