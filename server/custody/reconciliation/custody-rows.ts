import type { CustodyRow } from '@bourse/contract/console';
import { currencyId } from '@bourse/engine';
import { type Views, wideText } from '../../ground/feed/index.ts';
import { backedCapital, covered, onChains, unbooked } from './custody.ts';
import type { ComparedCustody } from './reconciler.ts';

/** The last comparison for the operators' console, without currencies that no chain and no account has had. */
export function custodyRows(views: Views, compared: readonly ComparedCustody[]): CustodyRow[] {
  return compared.flatMap((custody) => {
    const { debts, finding, owed, scale, terms } = custody;
    if (finding === 'balanced' && owed === 0n && Object.values(terms).every((term) => term === 0n)) return [];
    const text = (amount: bigint): string => wideText(amount, scale);
    return [
      {
        code: views.listings.currency(currencyId(custody.currency)).code,
        finding,
        owed: text(owed),
        on_chains: text(onChains(custody)),
        debts: text(debts),
        capital: text(backedCapital(custody)),
        demo: text(terms.demo),
        difference: text(covered(custody, debts) - owed),
        received: text(terms.received),
        below_minimum: text(terms.below_minimum),
        dust: text(terms.dust),
        unattributed: text(terms.unattributed),
        uncredited: text(terms.uncredited),
        unreversed: text(terms.unreversed),
        paid: text(terms.paid),
        unsettled: text(terms.unsettled),
        fees: text(terms.fees),
        unfounded: text(terms.unfounded),
        unbooked_fees: text(terms.unbooked_fees),
        unbooked: text(unbooked(custody)),
      },
    ];
  });
}
