import type { CustodyRow } from '@bourse/contract/console';
import { accountType, currencyId, venue } from '@bourse/engine';
import { creditView } from '../credits/index.ts';
import { type Views, wideText } from '../../ground/feed/index.ts';
import { inLedger, onChains } from './custody.ts';
import type { ComparedCustody } from './reconciler.ts';

/** The last comparison for the operators' console, without currencies that no chain has had. */
export function custodyRows(views: Views, compared: readonly ComparedCustody[]): CustodyRow[] {
  const debts = new Map<number, number>();
  for (const { currency, units } of creditView.of(views).debts())
    debts.set(currency, (debts.get(currency) ?? 0) + units);
  return compared.flatMap((custody) => {
    const { finding, scale, terms } = custody;
    if (finding === 'balanced' && Object.values(terms).every((term) => term === 0n)) return [];
    const currency = views.listings.currency(currencyId(custody.currency));
    const ofLedger = (units: number): bigint => BigInt(units) * 10n ** BigInt(scale - currency.decimals);
    const text = (amount: bigint): string => wideText(amount, scale);
    const [chains, ledger] = [onChains(custody), inLedger(custody)];
    const outside = ofLedger(views.balances.read(venue, accountType.external, currency.id).available);
    const debt = ofLedger(debts.get(custody.currency) ?? 0);
    return [
      {
        code: currency.code,
        finding,
        on_chains: text(chains),
        in_ledger: text(ledger),
        difference: text(chains - ledger),
        debts: text(debt),
        elsewhere: text(-outside - ledger - debt),
        received: text(terms.received),
        below_minimum: text(terms.below_minimum),
        dust: text(terms.dust),
        unattributed: text(terms.unattributed),
        uncredited: text(terms.uncredited),
        unreversed: text(terms.unreversed),
        paid: text(terms.paid),
        unsettled: text(terms.unsettled),
        fees: text(terms.fees),
      },
    ];
  });
}
