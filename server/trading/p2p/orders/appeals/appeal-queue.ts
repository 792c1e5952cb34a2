import { type Kysely, sql } from 'kysely';
import { safeInteger, type Schema } from '../../../../ground/database/index.ts';
import type { With } from '../../../../ground/parts.ts';

/** Adds the queue of appeals, and the alarms of those that wait too long. */
export function watchAppeals({
  alarms,
  identityDb,
  now,
  queues,
}: With<'alarms' | 'identityDb' | 'now' | 'queues'>): void {
  queues.add({
    name: 'appeals',
    screen: '/appeals',
    roles: ['support', 'risk'],
    count: async () => {
      const { count, oldest } = await openAppeals(identityDb).executeTakeFirstOrThrow();
      return { count: safeInteger(count), oldestAtMs: oldest === null ? null : safeInteger(oldest) };
    },
  });
  alarms.add({
    name: 'appeals_late',
    check: async () => {
      const late = openAppeals(identityDb).where('decide_until', '<=', String(now()));
      return detailsOf(await late.executeTakeFirstOrThrow());
    },
  });
  alarms.add({
    name: 'appeals_unanswered',
    check: async () => {
      const silent = openAppeals(identityDb)
        .where('answer_until', '<=', String(now()))
        .where('decide_until', '>', String(now()))
        .where('opened_by', '<>', 'exchange')
        .where(
          sql<boolean>`not exists (select from p2p_evidence e
            where e.appeal_id = p2p_appeals.id and e.author <> opened_by)`,
        );
      return detailsOf(await silent.executeTakeFirstOrThrow());
    },
  });
}

/** The number of open appeals, and when the oldest was opened. */
function openAppeals(db: Kysely<Schema>) {
  return db
    .selectFrom('p2p_appeals')
    .select(({ fn }) => [fn.countAll<string>().as('count'), fn.min<string | null>('opened_at').as('oldest')])
    .where('sequence', 'is not', null)
    .where('outcome', 'is', null);
}

function detailsOf({ count, oldest }: { readonly count: string; readonly oldest: string | null }) {
  return oldest === null ? null : { appeals: safeInteger(count), since: safeInteger(oldest) };
}
