import { type Kysely, sql } from 'kysely';
import type { CurrencyProtocol } from '../chains/index.ts';
import type { Schema } from '../../ground/database/index.ts';

/** The parts of a currency's money in custody. */
const custodyTerms = [
  'received',
  'below_minimum',
  'unattributed',
  'dust',
  'uncredited',
  'unreversed',
  'paid',
  'unsettled',
  'fees',
  'credited',
  'reversed',
  'settled',
  'fees_booked',
] as const;
type CustodyTerm = (typeof custodyTerms)[number];

/** The sums of a currency, as counts of 10^-`scale`. */
export interface Custody {
  readonly currency: number;
  readonly scale: number;
  readonly terms: Readonly<Record<CustodyTerm, bigint>>;
}

/** A currency of the exchange, with the decimals of its ledger. */
interface Listed {
  readonly id: number;
  readonly decimals: number;
}

/** The money in custody by the records of the chains: what was received and counts, less what was paid and its fees. */
export function onChains({ terms }: Custody): bigint {
  const { below_minimum, dust, fees, paid, received, unattributed, uncredited, unreversed, unsettled } = terms;
  return received - below_minimum - unattributed - dust - uncredited + unreversed - (paid - unsettled) - fees;
}

/** The same money by the ledger: what it has credited, less reversals, settled withdrawals and booked fees. */
export function inLedger({ terms: { credited, fees_booked, reversed, settled } }: Custody): bigint {
  return credited - reversed - settled - fees_booked;
}

/**
 * Reads both sides in one statement, so that they belong to one moment.
 *
 * @param listed the currencies, with the decimals of their amounts in the ledger
 */
export async function readCustody(
  db: Kysely<Schema>,
  protocols: readonly CurrencyProtocol[],
  listed: readonly Listed[],
): Promise<readonly Custody[]> {
  const { rows } = await sums(db);
  return listed.map(({ decimals, id }) => {
    const own = protocols.filter(({ currency }) => currency === id);
    const scale = Math.max(decimals, ...own.map(({ assetDecimals }) => assetDecimals));
    const ofLedger = (amount: bigint): bigint => amount * 10n ** BigInt(scale - decimals);
    const terms = noTerms();
    for (const row of rows) {
      const protocol = own.find((known) => known.id === row.protocol_id);
      if (protocol === undefined && row.currency_id !== id) continue;
      const chainAmount =
        protocol === undefined ? 0n : BigInt(row.chain_amount) * 10n ** BigInt(scale - protocol.assetDecimals);
      const amount = ofLedger(BigInt(row.amount));
      if (row.term === 'counted') terms.dust += chainAmount - amount;
      else if (isTerm(row.term)) terms[row.term] += protocol === undefined ? amount : chainAmount + amount;
    }
    return { currency: id, scale, terms };
  });
}

function noTerms(): Record<CustodyTerm, bigint> {
  return {
    received: 0n,
    below_minimum: 0n,
    unattributed: 0n,
    dust: 0n,
    uncredited: 0n,
    unreversed: 0n,
    paid: 0n,
    unsettled: 0n,
    fees: 0n,
    credited: 0n,
    reversed: 0n,
    settled: 0n,
    fees_booked: 0n,
  };
}

function isTerm(text: string): text is CustodyTerm {
  return custodyTerms.some((term) => term === text);
}

/** Each row has an amount in units of its network or of the ledger; that of `counted` deposits is known in both. */
function sums(db: Kysely<Schema>) {
  return sql<{
    term: string;
    protocol_id: number | null;
    currency_id: number | null;
    chain_amount: string;
    amount: string;
  }>`
    with on_branch as (
      select d.*, exists (
        select from core.credits c where c.source = 'deposit' and c.n = d.n and c.state = 'credited'
      ) as is_credited, exists (
        select from core.credits c where c.source = 'deposit' and c.n = d.n and c.state = 'reversed'
      ) as is_reversed from deposits d
    ), mined as (
      select w.id, w.protocol_id, o.amount from withdrawals w
      join outgoing o on o.reference = 'withdrawal/' || w.id
      where exists (
        select from attempts a where a.outgoing_id = o.id and a.kind = 'payment' and a.height is not null
          and not a.reverted
      )
    )
    select 'received' as term, d.protocol_id, null::integer as currency_id,
           sum(i.amount)::text as chain_amount, '0' as amount
      from on_branch d join chain_inflows i using (chain_id, tx, ordinal)
      where d.stage not in ('orphaned', 'gone') group by d.protocol_id
    union all select d.stage, d.protocol_id, null, sum(d.chain_amount)::text, '0' from on_branch d
      where d.stage in ('below_minimum', 'unattributed') group by d.stage, d.protocol_id
    union all select 'counted', d.protocol_id, null, sum(d.chain_amount)::text, sum(d.amount)::text from on_branch d
      where d.stage in ('seen', 'creditable') group by d.protocol_id
    union all select 'uncredited', d.protocol_id, null, '0', sum(d.amount)::text from on_branch d
      where d.stage in ('seen', 'creditable') and not d.is_credited group by d.protocol_id
    union all select 'unreversed', d.protocol_id, null, '0', sum(d.amount)::text from on_branch d
      where d.stage in ('orphaned', 'gone') and d.is_credited and not d.is_reversed group by d.protocol_id
    union all select 'paid', protocol_id, null, sum(amount)::text, '0' from mined group by protocol_id
    union all select 'unsettled', protocol_id, null, sum(amount)::text, '0' from mined where not exists (
        select from core.holds h
        where h.source = 'withdrawal' and h.n = mined.id and h.state = 'settled' and h.receiver_id = 0
      ) group by protocol_id
    union all select 'fees', null, currency_id, '0', sum(units)::text from network_fees where booked
      group by currency_id
    union all select state, null, currency_id, '0', sum(amount)::text from core.credits
      where source = 'deposit' and state in ('credited', 'reversed') group by state, currency_id
    union all select 'settled', null, currency_id, '0', sum(amount - fee)::text from core.holds
      where source = 'withdrawal' and state = 'settled' and receiver_id = 0 group by currency_id
    union all select 'fees_booked', null, currency_id, '0', sum(amount)::text from core.venue_transfers
      where source like 'network\\_fee.%' group by currency_id`.execute(db);
}
