import { networkCalls, type NetworkRow } from '@bourse/contract/console';
import { currencyId } from '@bourse/engine';
import { sql, type Transaction } from 'kysely';
import { getAddress, isAddress } from 'viem';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import { type Currency, fractionText, type Listings, unitsText } from '../../ground/feed/index.ts';
import { ChainUnavailable } from './adapter.ts';
import { type DeclaredChain, declaredChain } from './declared-chains.ts';
import type { CurrencyProtocol, ProtocolFee } from './ports.ts';
import { protocolOf, type ProtocolRow, type VenueChains } from './venue-chains.ts';
import { answered, changed, differences, FigureReader, refusal } from '../../ground/console-gateway/index.ts';
import type { With } from '../../ground/parts.ts';

export type NetworkConsoleParts = With<'chains' | 'console' | 'db' | 'now' | 'views'>;

/** Serves the networks of currencies to the operators' console, and changes of their terms. */
export function registerNetworks(parts: NetworkConsoleParts): void {
  const { chains, console, db, now, views } = parts;
  console.read(networkCalls.networks, async () => {
    const rows = await db.selectFrom('currency_protocols').selectAll().orderBy('currency_id').orderBy('id').execute();
    const listed = rows.filter(({ currency_id }) => views.listings.findCurrency(currency_id) !== undefined);
    return answered({ rows: listed.map((row) => rowOf(chains, views.listings, row)), next: null, as_of: now() });
  });
  registerSwitch(parts);
  registerTerms(parts);
  registerAddition(parts);
}

function registerSwitch({ chains, console }: NetworkConsoleParts): void {
  console.change(
    networkCalls.switchNetwork,
    async ({ id, open_draw, open_recharge, version }, { committed, transaction }) => {
      const row = await lockNetwork(transaction, Number(id));
      if (row === undefined) return refusal('network_unknown');
      if (safeInteger(row.version) !== version) return refusal('changed_meanwhile');
      const before = { open_recharge: row.opens_recharge, open_draw: row.opens_draw };
      const effect = differences(before, { open_recharge, open_draw });
      if (Object.keys(effect.after).length === 0) return refusal('setting_unchanged');
      if (opens(before, { open_recharge, open_draw }) && chains.chain(row.chain_id) === null)
        return refusal('chain_not_followed');
      await transaction
        .updateTable('currency_protocols')
        .set({ opens_recharge: open_recharge, opens_draw: open_draw, version: version + 1 })
        .where('id', '=', row.id)
        .execute();
      committed(() => chains.reload());
      return changed({ id: row.id, version: version + 1 }, { subject: subjectOf(row.id), ...effect });
    },
    {
      needsSecond: (input) => {
        const known = chains.protocol(Number(input.id));
        return (
          known === null || opens({ open_recharge: known.opensDeposits, open_draw: known.opensWithdrawals }, input)
        );
      },
    },
  );
}

interface Switches {
  readonly open_recharge: boolean;
  readonly open_draw: boolean;
}

/** Whether something is open afterwards that was not. */
function opens(before: Switches, after: Switches): boolean {
  return (after.open_recharge && !before.open_recharge) || (after.open_draw && !before.open_draw);
}

function registerTerms({ chains, console, views }: NetworkConsoleParts): void {
  console.change(networkCalls.changeNetworkTerms, async (input, { committed, transaction }) => {
    const row = await lockNetwork(transaction, Number(input.id));
    if (row === undefined) return refusal('network_unknown');
    if (safeInteger(row.version) !== input.version) return refusal('changed_meanwhile');
    const currency = views.listings.currency(currencyId(row.currency_id));
    const terms = readTerms(currency, input);
    if (!terms.ok) return terms;
    const effect = differences(termsShown(currency, protocolOf(row)), termsShown(currency, terms));
    if (Object.keys(effect.after).length === 0) return refusal('setting_unchanged');
    const version = input.version + 1;
    await transaction
      .updateTable('currency_protocols')
      .set({ ...columnsOf(terms), version })
      .where('id', '=', row.id)
      .execute();
    committed(() => chains.reload());
    return changed({ id: row.id, version }, { subject: subjectOf(row.id), ...effect });
  });
}

function registerAddition({ chains, console, views }: NetworkConsoleParts): void {
  console.change(networkCalls.addNetwork, async (input, { committed, transaction }) => {
    const currency = views.listings.findCurrency(Number(input.currency_id));
    if (currency === undefined) return refusal('currency_unknown');
    const chain = declaredChain(Number(input.chain_id));
    if (chain === undefined) return refusal('chain_unknown');
    const asset = canonicalAsset(chain, input.asset);
    if (asset === null) return refusal('setting_invalid', { field: 'asset' });
    if (asset === '' && chain.coin !== currency.code) return refusal('setting_invalid', { field: 'asset' });
    if (asset === '' && chain.coinDecimals !== input.asset_decimals)
      return refusal('setting_invalid', { field: 'asset_decimals' });
    const terms = readTerms(currency, input);
    if (!terms.ok) return terms;
    const problem = asset === '' ? null : await tokenProblem(chains, chain, asset, input.asset_decimals);
    if (problem !== null) return problem;
    await sql`select pg_advisory_xact_lock(hashtextextended('networks', 0))`.execute(transaction);
    const rows = await transaction.selectFrom('currency_protocols').select(['id', 'asset', 'chain_id']).execute();
    const isListed = rows.some((row) => row.chain_id === chain.id && row.asset.toLowerCase() === asset.toLowerCase());
    if (isListed) return refusal('network_listed');
    const id = Math.max(0, ...rows.map((row) => row.id)) + 1;
    const described = {
      code: input.code,
      name: input.name,
      asset,
      asset_decimals: input.asset_decimals,
      memo_required: input.memo_required,
    };
    await transaction
      .insertInto('currency_protocols')
      .values({
        id,
        currency_id: currency.id,
        chain_id: chain.id,
        opens_recharge: false,
        opens_draw: false,
        ...described,
        ...columnsOf(terms),
      })
      .execute();
    committed(() => chains.reload());
    const after = { currency_code: currency.code, chain: chain.name, ...described, ...termsShown(currency, terms) };
    return changed({ id, version: 0 }, { subject: subjectOf(id), before: null, after });
  });
}

/** The contract of a token in its canonical form, `''` for the coin; null if the chain can have no such asset. */
function canonicalAsset({ kind }: DeclaredChain, asset: string): string | null {
  if (asset === '') return '';
  switch (kind) {
    case 'evm':
      return isAddress(asset) ? getAddress(asset) : null;
    case 'bitcoin':
      return null;
    case 'closed':
      return /^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(asset) ? asset : null;
  }
}

/** Compares a token with its contract; tokens of chains that cannot be followed are listed without it. */
async function tokenProblem(chains: VenueChains, { id, kind }: DeclaredChain, asset: string, decimals: number) {
  if (kind === 'closed') return null;
  const followed = chains.chain(id);
  if (followed === null) return refusal('chain_not_followed');
  try {
    const stated = await followed.adapter.tokenDecimals(asset);
    if (stated === null) return refusal('token_unknown');
    return stated === decimals ? null : refusal('token_decimals', { decimals: stated });
  } catch (error) {
    if (error instanceof ChainUnavailable) return refusal('chain_unavailable');
    throw error;
  }
}

interface TermsInput {
  readonly recharge_min: string;
  readonly draw_min: string;
  readonly draw_max: string;
  readonly fee_kind: ProtocolFee['kind'];
  readonly fee: string;
  readonly arrival_minutes: number;
  readonly max_gas: number;
}

type Terms = Pick<
  CurrencyProtocol,
  'depositMin' | 'withdrawalMin' | 'withdrawalMax' | 'fee' | 'arrivalMinutes' | 'maxGas'
>;

function readTerms({ decimals }: Currency, input: TermsInput) {
  const read = new FigureReader();
  const unit = { decimals, points: 1 };
  const terms: Terms = {
    depositMin: read.positive('recharge_min', input.recharge_min, unit),
    withdrawalMin: read.positive('draw_min', input.draw_min, unit),
    withdrawalMax: read.positive('draw_max', input.draw_max, unit),
    fee:
      input.fee_kind === 'flat'
        ? { kind: 'flat', units: read.count('fee', input.fee, unit) }
        : { kind: 'rate', ppm: read.fraction('fee', input.fee) },
    arrivalMinutes: input.arrival_minutes,
    maxGas: input.max_gas,
  };
  if (read.problem !== null) return refusal('decimal_invalid', read.problem);
  if (terms.withdrawalMax < terms.withdrawalMin) return refusal('setting_invalid', { field: 'draw_max' });
  // A fee must leave something of the smallest withdrawal.
  const { fee } = terms;
  const takesAll = fee.kind === 'flat' ? fee.units >= terms.withdrawalMin : fee.ppm >= 1_000_000;
  if (takesAll) return refusal('setting_invalid', { field: 'fee' });
  const found: Terms & { readonly ok: true } = { ok: true, ...terms };
  return found;
}

function columnsOf({ arrivalMinutes, withdrawalMax, withdrawalMin, fee, depositMin, maxGas }: Terms) {
  return {
    recharge_min: depositMin,
    draw_min: withdrawalMin,
    draw_max: withdrawalMax,
    arrival_minutes: arrivalMinutes,
    max_gas: maxGas,
    fee_kind: fee.kind,
    fee_value: fee.kind === 'flat' ? fee.units : fee.ppm,
  };
}

function termsShown(
  currency: Currency,
  { arrivalMinutes, withdrawalMax, withdrawalMin, fee, depositMin, maxGas }: Terms,
) {
  return {
    recharge_min: unitsText(currency, depositMin),
    draw_min: unitsText(currency, withdrawalMin),
    draw_max: unitsText(currency, withdrawalMax),
    fee_kind: fee.kind,
    fee: fee.kind === 'flat' ? unitsText(currency, fee.units) : fractionText(fee.ppm),
    arrival_minutes: arrivalMinutes,
    max_gas: maxGas,
  };
}

async function lockNetwork(transaction: Transaction<Schema>, id: number): Promise<ProtocolRow | undefined> {
  return transaction.selectFrom('currency_protocols').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

function subjectOf(id: number) {
  return { kind: 'network', id: String(id) };
}

function rowOf(chains: VenueChains, listings: Listings, row: ProtocolRow): NetworkRow {
  const currency = listings.currency(currencyId(row.currency_id));
  return {
    id: row.id,
    currency_id: currency.id,
    currency_code: currency.code,
    chain_id: row.chain_id,
    chain_name: declaredChain(row.chain_id)?.name ?? String(row.chain_id),
    followed: chains.chain(row.chain_id) !== null,
    code: row.code,
    name: row.name,
    asset: row.asset,
    asset_decimals: row.asset_decimals,
    memo_required: row.memo_required,
    open_recharge: row.opens_recharge,
    open_draw: row.opens_draw,
    ...termsShown(currency, protocolOf(row)),
    version: safeInteger(row.version),
  };
}
