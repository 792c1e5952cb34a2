import type { Notices, PendingNotice } from '../../people/alerts/index.ts';
import type { Chains } from '../chains/index.ts';
import { unitsText } from '../../ground/feed/index.ts';
import { type CreditState, type Deposit, depositSource, isChargedBack } from './deposit.ts';
import { depositOf, depositQuery } from './deposit-store.ts';
import type { With } from '../../ground/parts.ts';

interface NoticeParts extends With<'db' | 'views'> {
  readonly chains: Chains;
  readonly notices: Pick<Notices, 'write'>;
}

const templates = {
  credited: 'deposit_credited',
  matured: 'deposit_final',
  reversed: 'deposit_reversed',
} as const satisfies Record<Exclude<CreditState, 'confirmed' | 'none'>, string>;

/** The deposits whose credit has changed since the last notice about them. */
export async function depositNotices(parts: NoticeParts): Promise<PendingNotice[]> {
  const rows = await depositQuery(parts.db)
    .where('n', 'is not', null)
    .where('noticed', '<>', 'reversed')
    .where((row) => row.or([row('noticed', '<>', 'matured'), row('stage', '<>', 'creditable')]))
    .where((row) =>
      row.exists(
        row
          .selectFrom('credits')
          .select('credits.n')
          .where('credits.source', '=', depositSource)
          .whereRef('credits.n', '=', 'deposits.n')
          .where((credit) =>
            credit.or([
              credit('credits.state', '=', 'reversed'),
              credit.and([credit('credits.state', '=', 'matured'), credit('deposits.noticed', '<>', 'matured')]),
              credit.and([credit('credits.state', '=', 'credited'), credit('deposits.noticed', '=', 'none')]),
            ]),
          ),
      ),
    )
    .orderBy('id')
    .execute();
  return rows.flatMap((row) => {
    const notice = noticeOf(parts, depositOf(row), row.noticed);
    return notice === null ? [] : [notice];
  });
}

function noticeOf(
  { chains, notices, views }: NoticeParts,
  deposit: Deposit,
  before: keyof typeof templates | 'none',
): PendingNotice | null {
  const { amount, credit, id, protocol, user } = deposit;
  const terms = chains.protocol(protocol);
  // A deposit is final for its owner when it can leave.
  const reached = credit === 'confirmed' ? 'credited' : credit;
  if (terms === null || user === null || reached === 'none' || reached === before) return null;
  const currency = views.listings.currency(terms.currency);
  const figures = { amount: unitsText(currency, amount), currency: currency.code };
  const template = isChargedBack(deposit) ? 'deposit_charged_back' : templates[reached];
  return {
    store: async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('deposits')
        .set({ noticed: reached })
        .where('id', '=', String(id))
        .where('noticed', '=', before)
        .executeTakeFirst();
      return numUpdatedRows === 1n ? notices.write(transaction, user, template, figures) : null;
    },
  };
}
