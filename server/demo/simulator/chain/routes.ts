import {
  type DemoBlock as BlockOnWire,
  type DemoChainState,
  demoChainState,
  demoFaucet,
  type DemoPayment,
  demoReorganize,
  demoStall,
  outsideSend,
  outsideWallet,
} from '@bourse/contract/demo-chain';
import { getAddress, isAddress } from 'viem';
import { chainAmount, type Chains, type CurrencyProtocol, declaredChains } from '../../../custody/chains/index.ts';
import { type Currency, unitsText, wideText } from '../../../ground/feed/index.ts';
import { AttemptLimit, done, type Gateway, refused } from '../../../ground/gateway/index.ts';
import { readUnits } from '../../../custody/withdrawals/index.ts';
import { ChainNotStored, type DemoBlock, type MinedTransaction } from './demo-chain.ts';
import type { DemoWorld } from './demo-world.ts';
import { RpcError } from './rpc-error.ts';
import { payOnChain } from './wallets.ts';
import type { With } from '../../../ground/parts.ts';

const hourMs = 3_600_000;
/** Blocks of the explorer. */
const shownBlocks = 12;
/** A gift of the faucet is this many of the smallest withdrawals. */
const gift = 10;
/** A wallet outside has this much coin for its fees, in the smallest units. */
const feeCoin = 10n ** 17n;
const [declared] = declaredChains;

export interface DemoChainParts extends With<'elapsed' | 'views'> {
  readonly chains: Chains;
  readonly demoWorld: DemoWorld | null;
}

/** Serves the explorer, the faucet and the wallets outside of a demo. */
export function registerDemoChain(gateway: Gateway, parts: DemoChainParts): void {
  const { demoWorld: world } = parts;
  const gifts = new AttemptLimit({ count: 30, windowMs: hourMs });
  const replacements = new AttemptLimit({ count: 6, windowMs: hourMs });

  gateway.visitor(demoChainState, ({ tx_hash }) =>
    world === null ? refused('chain_unavailable') : done(stateOf(parts, world, tx_hash)),
  );

  gateway.member(outsideWallet, (_input, { user }) => {
    if (world === null) return refused('chain_unavailable');
    const { address } = world.wallets.wallet(user);
    const balances = ownProtocols(parts).flatMap(({ currency, protocol }) => {
      const amount = world.chain.spendable(protocol.asset, address);
      if (amount === 0n) return [];
      const number = wideText(amount, protocol.assetDecimals);
      return [{ currency_id: currency.id, currency_code: currency.code, number }];
    });
    return done({ address, balances });
  });

  gateway.member(demoFaucet, async ({ address, currency_id, memo }, member) => {
    const target = readTarget(parts, Number(currency_id), address, memo);
    if ('ok' in target) return target;
    const { currency, protocol, ...payment } = target;
    const wait = waitFor(gifts, String(member.user));
    if (wait !== null) return wait;
    const units = protocol.withdrawalMin * gift;
    const amount = chainAmount(units, protocol, currency) ?? 0n;
    try {
      const tx_hash = await payOnChain(target.world.chain, target.world.wallets.faucet, { ...payment, amount });
      return done({ tx_hash, number: unitsText(currency, units) });
    } catch (error) {
      return refusalOf(error);
    }
  });

  gateway.member(outsideSend, async ({ address, currency_id, memo, number }, { user }) => {
    const target = readTarget(parts, Number(currency_id), address, memo);
    if ('ok' in target) return target;
    const { currency, protocol, world: open, ...payment } = target;
    const units = readUnits({ number }, currency);
    if (typeof units !== 'number') return units;
    const account = open.wallets.wallet(user);
    const amount = chainAmount(units, protocol, currency) ?? 0n;
    const shortage = () => {
      const available = open.chain.spendable(protocol.asset, account.address);
      if (available >= amount) return null;
      const texts = { available: wideText(available, protocol.assetDecimals), needed: unitsText(currency, units) };
      return refused('insufficient_balance', { ...texts, currency: currency.code });
    };
    const short = shortage();
    if (short !== null) return short;
    try {
      await payFees(open, account.address);
      const tx_hash = await payOnChain(open.chain, account, { ...payment, amount });
      return done({ tx_hash, number: unitsText(currency, units) });
    } catch (error) {
      const refusal = refusalOf(error);
      // An earlier payment of this wallet may have spent the money in the meantime.
      return shortage() ?? refusal;
    }
  });

  gateway.member(demoReorganize, () => {
    if (world === null) return refused('chain_unavailable');
    const wait = waitFor(replacements, 'all');
    if (wait !== null) return wait;
    try {
      world.chain.reorg(3);
    } catch (error) {
      if (error instanceof ChainNotStored) return refused('chain_unavailable');
      throw error;
    }
    return done(stateOf(parts, world));
  });

  gateway.member(demoStall, ({ on }) => {
    if (world === null) return refused('chain_unavailable');
    world.chain.stall(on === 1);
    return done(stateOf(parts, world));
  });

  function waitFor(limit: AttemptLimit, key: string) {
    const verdict = limit.begin(key, parts.elapsed());
    if (verdict.kind === 'locked')
      return refused('too_many_requests', { retry_after: Math.ceil(verdict.waitMs / 1_000) });
    if (verdict.kind === 'crowded') return refused('too_many_requests', { retry_after: 1 });
    limit.settle(key, parts.elapsed(), 'counts');
    return null;
  }
}

/**
 * The refusal of a payment whose wallet has many payments that wait for a block or keeps too little for the fee, or
 * whose chain cannot be stored.
 */
function refusalOf(error: unknown) {
  if (error instanceof RpcError || error instanceof ChainNotStored) return refused('chain_unavailable');
  throw error;
}

interface Listed {
  readonly currency: Currency;
  readonly protocol: CurrencyProtocol;
}

function ownProtocols({ chains, views }: DemoChainParts): Listed[] {
  return chains.protocols.flatMap((protocol) => {
    const currency = views.listings.findCurrency(protocol.currency);
    return protocol.chain === declared.id && currency !== undefined ? [{ currency, protocol }] : [];
  });
}

function readTarget(parts: DemoChainParts, id: number, address: string, memo: string | undefined) {
  const { demoWorld: world } = parts;
  if (world === null) return refused('chain_unavailable');
  const listed = ownProtocols(parts).find(({ currency }) => currency.id === id);
  if (listed === undefined) return refused('currency_unknown');
  const text = address.trim();
  if (!isAddress(text, { strict: false })) return refused('draw_address_invalid');
  const note = memo?.trim() ?? '';
  if (Buffer.byteLength(note) > 64) return refused('draw_memo_invalid');
  return { ...listed, world, asset: listed.protocol.asset, to: getAddress(text), memo: note === '' ? null : note };
}

/** The faucet pays for the fees of a wallet outside, in the block before its payment. */
async function payFees({ chain, wallets }: DemoWorld, address: string): Promise<void> {
  if (chain.balance('', address) >= feeCoin / 10n) return;
  const [from, to] = [wallets.faucet.address.toLowerCase(), address.toLowerCase()];
  // A payment whose block could not be stored still waits.
  if (!chain.pending.some((waiting) => waiting.from === from && waiting.to === to))
    await payOnChain(chain, wallets.faucet, { to: address, asset: '', amount: feeCoin, memo: null });
  chain.mine();
}

function stateOf(parts: DemoChainParts, { chain }: DemoWorld, hash?: string): DemoChainState {
  const { height } = chain.head;
  const byAsset = new Map(ownProtocols(parts).map((listed) => [listed.protocol.asset.toLowerCase(), listed]));
  const blocks: BlockOnWire[] = [];
  for (let at = height; at > height - shownBlocks; at -= 1) {
    const block = chain.block(at);
    if (block !== null) blocks.push(blockOnWire(block, byAsset));
  }
  const found = hash === undefined ? null : (chain.find(hash.trim().toLowerCase())?.block ?? null);
  return { stalled: chain.isStalled ? 1 : 0, blocks, found: found === null ? null : blockOnWire(found, byAsset) };
}

function blockOnWire({ hash, height, seconds, transactions }: DemoBlock, byAsset: ReadonlyMap<string, Listed>) {
  return { height, hash, time: seconds * 1_000, payments: transactions.flatMap((mined) => payment(mined, byAsset)) };
}

function payment(
  { succeeded, token, transaction }: MinedTransaction,
  byAsset: ReadonlyMap<string, Listed>,
): DemoPayment[] {
  const listed = byAsset.get(token?.contract ?? '');
  const amount = token?.amount ?? transaction.value;
  if (!succeeded || listed === undefined || amount === 0n) return [];
  const note = transaction.data.slice(token === null ? 2 : 138);
  return [
    {
      tx_hash: transaction.hash,
      from: getAddress(transaction.from),
      to: getAddress(token?.to ?? transaction.to),
      currency_code: listed.currency.code,
      number: wideText(amount, listed.protocol.assetDecimals),
      memo: note === '' ? null : Buffer.from(note, 'hex').toString('utf8').slice(0, 64),
    },
  ];
}
