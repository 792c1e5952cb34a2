import { accountType } from '@bourse/engine';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { CurrencyProtocol } from '../chains/index.ts';
import type { Schema } from '../../ground/database/index.ts';
import { surplusSources } from './surplus-bookings.ts';
import type { WalletFlow, WalletTerm } from './wallet-flows.ts';

/** The parts of a currency's money in custody, as records say them. */
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
  'unbooked_fees',
  'demo',
  'capital',
] as const;
type CustodyTerm = (typeof custodyTerms)[number] | WalletTerm;

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

/**
 * The money of users in custody by the records of the chains: deposits that count, less payments and their network
 * fees, and less payments that no record explains. Fees that the treasury has not paid yet are not subtracted.
 */
export function onChains({ terms }: Custody): bigint {
  const { below_minimum, dust, fees, paid, received, unattributed, uncredited, unfounded, unreversed, unsettled } =
    terms;
  return (
    received - below_minimum - unattributed - dust - uncredited + unreversed - (paid - unsettled) - fees - unfounded
  );
}

/**
 * The capital of the exchange that coins back: all that operators have booked from outside, but not more than its
 * wallets have received beside the money of users. Less than nothing if coins of users were taken from the cold wallet.
 */
export function backedCapital({ terms: { capital, contributed } }: Custody): bigint {
  return capital < contributed ? capital : contributed;
}

/** Own coins in the wallets that no account of the ledger has. */
export function unbooked(custody: Custody): bigint {
  return custody.terms.contributed - backedCapital(custody);
}

/** The money that the ledger may owe: what is on the chains, with debts, backed capital and, in a demo, its money. */
export function covered(custody: Custody, debts: bigint): bigint {
  return onChains(custody) + debts + backedCapital(custody) + custody.terms.demo;
}

/** All sums of one moment, and the last command that they contain. */
export interface CustodySums {
  readonly custody: readonly Custody[];
  readonly sequence: number;
}

interface CustodySources {
  readonly protocols: readonly CurrencyProtocol[];
  /** The currencies to read, with the decimals of their amounts in the ledger. */
  readonly listed: readonly Listed[];
  /** The coins of the exchange itself in the wallets of each chain. */
  readonly flows: readonly WalletFlow[];
  /** Whether money may exist that no chain has. */
  readonly demo: boolean;
}

/** Reads the records in one statement, so that they belong to one moment. */
export async function readCustody(
  db: Kysely<Schema>,
  { demo, flows, listed, protocols }: CustodySources,
): Promise<CustodySums> {
  const { rows } = await sums(db, dustFactors(listed, protocols));
  const custody = listed.map(({ decimals, id }) => {
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
      if (isTerm(row.term)) terms[row.term] += protocol === undefined ? amount : chainAmount + amount;
    }
    for (const { asset, chain, term, amount } of flows) {
      const protocol = own.find((known) => known.chain === chain && known.asset === asset);
      if (protocol !== undefined) terms[term] += amount * 10n ** BigInt(scale - protocol.assetDecimals);
    }
    if (!demo) terms.demo = 0n;
    return { currency: id, scale, terms };
  });
  return { custody, sequence: Number(rows.find(({ term }) => term === 'sequence')?.amount ?? 0) };
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
    unbooked_fees: 0n,
    demo: 0n,
    capital: 0n,
    contributed: 0n,
    unfounded: 0n,
  };
}

function isTerm(text: string): text is (typeof custodyTerms)[number] {
  return custodyTerms.some((term) => term === text);
}

/** How many units of the network a unit of the ledger is, by network; a deposit leaves what remains to the exchange. */
function dustFactors(listed: readonly Listed[], protocols: readonly CurrencyProtocol[]) {
  const factors = protocols.flatMap(({ assetDecimals, currency, id }) => {
    const decimals = listed.find((one) => one.id === currency)?.decimals ?? assetDecimals;
    return assetDecimals > decimals ? [sql`(${id}::integer, ${`1e${assetDecimals - decimals}`}::numeric)`] : [];
  });
  return sql.join([sql`(0, 1::numeric)`, ...factors]);
}

/** Each row has an amount in units of its network or of the ledger. */
function sums(db: Kysely<Schema>, factors: RawBuilder<unknown>) {
  return sql<{
    term: string;
    protocol_id: number | null;
    currency_id: number | null;
    chain_amount: string;
    amount: string;
  }>`
    with factors (protocol_id, factor) as (values ${factors}), on_branch as (
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
    union all select 'dust', d.protocol_id, null, sum(mod(d.chain_amount, f.factor))::text, '0' from on_branch d
      join factors f using (protocol_id) where d.stage in ('seen', 'creditable') group by d.protocol_id
    union all select 'uncredited', d.protocol_id, null, '0', sum(d.amount)::text from on_branch d
      where d.stage in ('seen', 'creditable') and not d.is_credited group by d.protocol_id
    union all select 'unreversed', d.protocol_id, null, '0', sum(d.amount)::text from on_branch d
      where d.stage in ('orphaned', 'gone') and d.is_credited and not d.is_reversed group by d.protocol_id
    union all select 'paid', protocol_id, null, sum(amount)::text, '0' from mined group by protocol_id
    union all select 'unsettled', protocol_id, null, sum(amount)::text, '0' from mined where not exists (
        select from core.holds h
        where h.source = 'withdrawal' and h.n = mined.id and h.state = 'settled' and h.receiver_id = 0
      ) group by protocol_id
    union all select case when booked then 'fees' else 'unbooked_fees' end, null, currency_id, '0', sum(units)::text
      from network_fees group by booked, currency_id
    union all select 'demo', null, currency_id, '0', sum(amount)::text from core.outside_credits group by currency_id
    union all select 'demo', null, currency_id, '0', amount::text from custody_openings where amount is not null
    union all select
        case when source in ('console', 'approval', ${surplusSources.chain}) then 'capital' else 'demo' end,
        null, currency_id, '0', sum(amount)::text from core.venue_transfers
      where from_account_type = ${accountType.external} and source <> ${surplusSources.ledger}
      group by 1, currency_id
    union all select 'sequence', null, null, '0', greatest(
        (select max(sequence) from core.credits), (select max(sequence) from core.holds),
        (select max(sequence) from core.outside_credits), (select max(sequence) from core.venue_transfers)
      )::text`.execute(db);
}
