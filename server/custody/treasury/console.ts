import { type SweepRow, treasuryCalls, type TreasuryRow } from '@bourse/contract/console';
import { currencyId } from '@bourse/engine';
import type { Kysely, Transaction } from 'kysely';
import { chainAmount, type CurrencyProtocol, declaredChains, type VenueChains } from '../chains/index.ts';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import type { SweepStage } from './tables.ts';
import { wideText } from '../../ground/feed/index.ts';
import {
  cancelPayment,
  prove,
  readPayments,
  type RecoverParts,
  type RefusedAnswer,
  resumeInSlot,
} from '../outgoing/index.ts';
import { type HotLimits, readLimits } from './limits.ts';
import { moveSweep, referenceOfSweep, referenceOfTopUp, type Sweep, sweepOf } from './sweep.ts';
import { type HotBalance, readWaiting, type Sweeper } from './sweeper.ts';
import {
  answered,
  type ChangeContext,
  changed,
  differences,
  FigureReader,
  readSequencePage,
  refusal,
  sequencePageOf,
} from '../../ground/console-gateway/index.ts';
import type { With } from '../../ground/parts.ts';

export interface TreasuryConsoleParts
  extends RecoverParts, With<'alarms' | 'console' | 'db' | 'now' | 'signer' | 'views'> {
  readonly chains: VenueChains;
  readonly rounds: { readonly sweepers: readonly Sweeper[]; run(): Promise<void> } | null;
}

/** Serves the wallets of the exchange and the moves between them to the operators' console, and raises the alarms. */
export function registerTreasury(parts: TreasuryConsoleParts): void {
  registerReads(parts);
  registerLimits(parts);
  registerDecisions(parts);
  registerAlarms(parts);
}

function registerReads(parts: TreasuryConsoleParts): void {
  const { chains, console, db, now } = parts;
  console.read(treasuryCalls.treasury, async () => {
    const rows: TreasuryRow[] = [];
    for (const chain of chains.chains) rows.push(...(await readTreasury(parts, chain.id)));
    return answered({ rows, next: null, as_of: now() });
  });

  console.read(treasuryCalls.sweeps, async (paging) => {
    const page = readSequencePage(paging);
    if ('error' in page) return page;
    const read = await db
      .selectFrom('sweeps')
      .selectAll()
      .where('id', '<', String(page.before))
      .orderBy('id', 'desc')
      .limit(page.limit + 1)
      .execute();
    const { next, rows } = sequencePageOf(
      read.map((row) => ({ ...sweepOf(row), sequence: safeInteger(row.id) })),
      page,
    );
    const references = rows.flatMap((sweep) => [referenceOfSweep(sweep), referenceOfTopUp(sweep, sweep.topUps)]);
    const payments = await readPayments(db, references);
    return answered({
      rows: rows.map((sweep): SweepRow => {
        const payment = payments.get(currentReference(sweep)) ?? null;
        const hash = payments.get(referenceOfSweep(sweep))?.hash ?? null;
        const { code, decimals } = assetOf(parts, sweep.chain, sweep.asset);
        return {
          id: sweep.id,
          chain: chainName(sweep.chain),
          kind: sweep.wallet === 'hot' ? 'cold' : 'sweep',
          code,
          amount: wideText(sweep.amount, decimals),
          from: sweep.address,
          to: sweep.to,
          stage: sweep.stage,
          reason: sweep.reason ?? payment?.reason ?? null,
          refused: payment?.stage === 'refused',
          top_ups: sweep.topUps,
          tx: hash,
          created_at: sweep.createdMs,
          changed_at: sweep.changedMs,
          tx_url: hash === null ? null : (chains.chain(sweep.chain)?.transactionUrl(hash) ?? null),
        };
      }),
      next,
      as_of: now(),
    });
  });
}

async function readTreasury(parts: TreasuryConsoleParts, chain: number): Promise<TreasuryRow[]> {
  const { chains, db, rounds, signer } = parts;
  const found = chains.chain(chain);
  if (found === null) return [];
  const sweeper = rounds?.sweepers.find((own) => own.chain.id === chain);
  const limits = await readLimits(db, chain);
  const waiting = await readWaiting(db, chain);
  const moves = await readMoves(db, chain);
  // Without an answer of the signer the address is unknown, not absent; the other figures are still shown.
  const cold = (await signer?.coldAddress(found.code).catch(() => '')) ?? '';
  const assets = new Set(['', ...chains.protocols.filter((known) => known.chain === chain).map(({ asset }) => asset)]);
  return [...assets].map((asset) => {
    const { code, decimals } = assetOf(parts, chain, asset);
    const own = limits.find((limit) => limit.asset === asset);
    const hot = sweeper?.hotBalances.get(asset);
    const text = (amount: bigint | undefined): string => wideText(amount ?? 0n, decimals);
    const sums = moves.get(asset);
    return {
      chain_id: chain,
      chain: found.name,
      asset,
      code,
      state: stateOf(hot, own),
      hot: hot === undefined ? null : text(hot.balance),
      hot_min: own === undefined ? null : text(own.hotMin),
      hot_max: own === undefined ? null : text(own.hotMax),
      waiting: text(waiting.get(asset)),
      unswept: text(sums?.unswept),
      sweeping: text(sums?.sweeping),
      moved_to_cold: text(sums?.cold),
      cold_address: cold === '' ? null : cold,
      read_at: hot?.readMs ?? null,
      version: own?.version ?? 0,
    };
  });
}

interface Moves {
  readonly unswept: bigint;
  readonly sweeping: bigint;
  readonly cold: bigint;
}

/** Coins at deposit addresses, on their way and in the cold wallet, by asset. */
async function readMoves(db: Kysely<Schema>, chain: number): Promise<ReadonlyMap<string, Moves>> {
  const moves = new Map<string, Moves>();
  const add = (asset: string, part: Partial<Moves>): void => {
    moves.set(asset, { ...(moves.get(asset) ?? { unswept: 0n, sweeping: 0n, cold: 0n }), ...part });
  };
  const unswept = await db
    .selectFrom('deposits')
    .innerJoin('currency_protocols', 'currency_protocols.id', 'deposits.protocol_id')
    .select(['asset', (all) => all.fn.sum<string>('chain_amount').as('amount')])
    .where('deposits.chain_id', '=', chain)
    .where('sweep_id', 'is', null)
    .where('stage', 'in', ['creditable', 'below_minimum', 'unattributed'])
    .groupBy('asset')
    .execute();
  for (const { amount, asset } of unswept) add(asset, { unswept: BigInt(amount) });
  const sums = await db
    .selectFrom('sweeps')
    .select(['asset', 'stage', 'wallet', (all) => all.fn.sum<string>('amount').as('amount')])
    .where('chain_id', '=', chain)
    .where((row) =>
      row.or([
        row('stage', 'in', ['planned', 'gas_sent', 'gas_final', 'sent', 'failed']),
        row.and([row('stage', '=', 'final'), row('wallet', '=', 'hot')]),
      ]),
    )
    .groupBy(['asset', 'stage', 'wallet'])
    .execute();
  for (const { amount, asset, stage, wallet } of sums) {
    const { cold = 0n, sweeping = 0n } = moves.get(asset) ?? {};
    if (wallet !== 'hot') add(asset, { sweeping: sweeping + BigInt(amount) });
    else if (stage === 'final') add(asset, { cold: cold + BigInt(amount) });
  }
  return moves;
}

function stateOf(hot: HotBalance | undefined, limits: HotLimits | undefined): TreasuryRow['state'] {
  if (hot === undefined) return 'unread';
  if (limits === undefined) return 'unlimited';
  if (hot.balance < limits.hotMin) return 'low';
  return hot.balance > limits.hotMax ? 'high' : 'within';
}

function registerLimits(parts: TreasuryConsoleParts): void {
  const { chains, console, views } = parts;
  console.change(treasuryCalls.changeHotLimits, async (input, { transaction }) => {
    const chain = Number(input.chain_id);
    const protocol = chains.protocols.find((known) => known.chain === chain && known.asset === input.asset);
    if (protocol === undefined) return refusal('network_unknown');
    const currency = views.listings.currency(currencyId(protocol.currency));
    const read = new FigureReader();
    const unit = { decimals: currency.decimals, points: 1 };
    const least = chainAmount(read.count('hot_min', input.hot_min, unit), protocol, currency);
    const most = chainAmount(read.positive('hot_max', input.hot_max, unit), protocol, currency);
    if (read.problem !== null) return refusal('decimal_invalid', read.problem);
    if (least === null) return refusal('setting_invalid', { field: 'hot_min' });
    if (most === null || most <= least) return refusal('setting_invalid', { field: 'hot_max' });
    const before = await lockLimits(transaction, protocol);
    if ((before?.version ?? 0) !== input.version) return refusal('changed_meanwhile');
    const shown = (amount: bigint): string => wideText(amount, protocol.assetDecimals);
    const after = { hot_min: shown(least), hot_max: shown(most) };
    const effect =
      before === null
        ? { before: null, after }
        : differences({ hot_min: shown(before.hotMin), hot_max: shown(before.hotMax) }, after);
    if (Object.keys(effect.after).length === 0) return refusal('setting_unchanged');
    const version = input.version + 1;
    const values = { hot_min: String(least), hot_max: String(most), version };
    await transaction
      .insertInto('treasury_limits')
      .values({ chain_id: chain, asset: protocol.asset, ...values })
      .onConflict((conflict) => conflict.columns(['chain_id', 'asset']).doUpdateSet(values))
      .execute();
    const subject = { kind: 'hot_wallet', id: `${chain}/${currency.code}` };
    return changed({ chain_id: chain, version }, { subject, ...effect });
  });
}

async function lockLimits(
  transaction: Transaction<Schema>,
  { asset, chain }: CurrencyProtocol,
): Promise<HotLimits | null> {
  const locked = await transaction
    .selectFrom('treasury_limits')
    .select('asset')
    .where('chain_id', '=', chain)
    .where('asset', '=', asset)
    .forUpdate()
    .executeTakeFirst();
  if (locked === undefined) return null;
  return (await readLimits(transaction, chain)).find((limit) => limit.asset === asset) ?? null;
}

function registerDecisions(parts: TreasuryConsoleParts): void {
  const { chains, console, rounds } = parts;

  console.change(treasuryCalls.sweepNow, async (_input, { committed }) => {
    if (rounds === null) return refusal('chain_not_followed');
    committed(() => rounds.run());
    const after = { chains: chains.chains.map(({ code }) => code).join(' ') };
    return changed(null, { subject: { kind: 'treasury', id: 'all' }, before: null, after });
  });

  console.change(treasuryCalls.releaseSweep, async ({ id }, context) =>
    decide(Number(id), 'released', context, async (sweep) => {
      const { now: atMs, transaction } = context;
      if (sweep.stage !== 'failed') return refusal('sweep_decided');
      if (!(await moveSweep(transaction, sweep, { stage: 'released', reason: sweep.reason }, atMs)))
        return refusal('sweep_decided');
      await transaction
        .updateTable('deposits')
        .set({ sweep_id: null })
        .where('sweep_id', '=', String(sweep.id))
        .execute();
      return null;
    }),
  );

  console.change(treasuryCalls.stopSweep, async ({ id }, context) =>
    decide(Number(id), 'stopped', context, async (sweep) => {
      const { now: atMs, transaction } = context;
      if (sweep.stage !== 'gas_sent' && sweep.stage !== 'sent') return refusal('sweep_decided');
      const reference = currentReference(sweep);
      if ((await cancelPayment(transaction, reference, atMs)) !== null) return null;
      return refusedAs(await resumeInSlot(parts, transaction, reference, { atMs, cancels: true }));
    }),
  );

  console.change(treasuryCalls.retrySweep, async ({ id }, context) =>
    decide(Number(id), 'continued', context, async (sweep) => {
      const { now: atMs, transaction } = context;
      return refusedAs(await resumeInSlot(parts, transaction, currentReference(sweep), { atMs, cancels: false }));
    }),
  );

  console.change(treasuryCalls.proveSweep, async ({ id, tx }, context) =>
    decide(Number(id), tx.toLowerCase(), context, async (sweep) => {
      const { now: atMs, transaction } = context;
      return refusedAs(await prove(parts, transaction, currentReference(sweep), { atMs, tx: tx.toLowerCase() }));
    }),
  );
}

/** The payment that a sweep waits for. */
function currentReference(sweep: Pick<Sweep, 'id' | 'stage' | 'topUps' | 'wallet'>): string {
  return sweep.stage === 'gas_sent' ? referenceOfTopUp(sweep, sweep.topUps) : referenceOfSweep(sweep);
}

function refusedAs(answer: RefusedAnswer | null) {
  if (answer === null) return null;
  if (answer.problem === 'decided') return refusal('sweep_decided');
  return 'nonce' in answer ? refusal(answer.problem, { nonce: answer.nonce }) : refusal(answer.problem);
}

/** Takes a decision about a sweep, with its row in the audit log. */
async function decide<Refused extends { readonly error: string }>(
  id: number,
  decision: string,
  { transaction }: ChangeContext,
  step: (sweep: Sweep) => Promise<Refused | null>,
) {
  const row = await transaction
    .selectFrom('sweeps')
    .selectAll()
    .where('id', '=', String(id))
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return refusal('sweep_unknown');
  const refused = await step(sweepOf(row));
  if (refused !== null) return refused;
  const before: { stage: SweepStage } = { stage: row.stage };
  return changed({ id }, { subject: { kind: 'sweep', id: String(id) }, before, after: { decision } });
}

function registerAlarms(parts: TreasuryConsoleParts): void {
  const { alarms, chains, db, rounds } = parts;
  alarms.add({
    name: 'hot_wallet_low',
    check: async () => {
      const short = await db
        .selectFrom('outgoing')
        .select(['chain_id', 'asset', 'reason'])
        .distinct()
        .where('stage', 'in', ['queued', 'assigned', 'sent'])
        .where('wallet', '=', 'hot')
        .where('reason', 'in', ['hot_wallet_short', 'gas_short'])
        .execute();
      const low = new Set(
        short.map(({ asset, chain_id, reason }) => `${chain_id}/${reason === 'gas_short' ? '' : asset}`),
      );
      for (const { id } of chains.chains) {
        const hot = rounds?.sweepers.find(({ chain }) => chain.id === id)?.hotBalances;
        for (const limit of await readLimits(db, id))
          if (stateOf(hot?.get(limit.asset), limit) === 'low') low.add(`${id}/${limit.asset}`);
      }
      return low.size === 0 ? null : { assets: low.size };
    },
  });
  alarms.add({
    name: 'sweeps_failed',
    check: async () => {
      const { count } = await db
        .selectFrom('sweeps')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('stage', '=', 'failed')
        .executeTakeFirstOrThrow();
      return count === '0' ? null : { sweeps: safeInteger(count) };
    },
  });
}

function chainName(id: number): string {
  return declaredChains.find((chain) => chain.id === id)?.name ?? String(id);
}

/** The code and the decimals of an asset of a chain. */
function assetOf({ chains, views }: TreasuryConsoleParts, chain: number, asset: string) {
  const protocol = chains.protocols.find((known) => known.chain === chain && known.asset === asset);
  if (protocol !== undefined)
    return { code: views.listings.currency(currencyId(protocol.currency)).code, decimals: protocol.assetDecimals };
  const declared = declaredChains.find(({ id }) => id === chain);
  return asset === '' && declared !== undefined
    ? { code: declared.coin, decimals: declared.coinDecimals }
    : { code: asset, decimals: 0 };
}
