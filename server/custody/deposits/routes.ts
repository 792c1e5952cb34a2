import { depositWallet, findDeposit, ownDeposits } from '@bourse/contract/deposits';
import type { UserId } from '@bourse/engine';
import type { Logger } from 'pino';
import {
  type ChainAdapter,
  type Chains,
  ChainUnavailable,
  type CurrencyProtocol,
  networkOnWire,
  type OpenChain,
} from '../chains/index.ts';
import { type AnswerTo, done, type Gateway, pageOf, readPaging, refused } from '../../ground/gateway/index.ts';
import { SignerUnavailable } from '../signer/index.ts';
import { AddressMismatch, type DepositAddresses } from './addresses.ts';
import type { Deposit } from './deposit.ts';
import { depositOf, depositQuery, readDepositsOf } from './deposit-store.ts';
import type { ChainFollower } from './follower.ts';
import { memoOf, userOfMemo } from './memo.ts';
import { depositOnWire } from './wire.ts';
import type { With } from '../../ground/parts.ts';

export interface DepositRouteParts extends With<'db' | 'views'> {
  readonly addresses: DepositAddresses;
  readonly chains: Chains;
  readonly followers: ReadonlyMap<number, ChainFollower>;
  readonly log: Pick<Logger, 'error'>;
}

/** Serves the deposit addresses and the deposits of users. */
export function registerDeposits(gateway: Gateway, parts: DepositRouteParts): void {
  const { chains, db, followers, views } = parts;
  const confirmationsOf = ({ chain, height }: Deposit): number => followers.get(chain)?.confirmations(height) ?? 0;

  gateway.member(depositWallet, async ({ currency_id }, { user }) => {
    const currency = views.listings.findCurrency(Number(currency_id));
    if (currency === undefined) return refused('currency_unknown');
    return answerWith(parts.log, async () => {
      const open = chains.protocols.filter((one) => one.currency === currency.id && one.opensDeposits);
      const wallets = [];
      for (const protocol of open) {
        const chain = chains.chain(protocol.chain);
        if (chain === null) continue;
        wallets.push({
          ...(await addressOf(parts.addresses, chain, protocol, user)),
          chain_protocol: networkOnWire(protocol),
          currency_protocol_id: protocol.id,
        });
      }
      return done({ code: currency.code, wallets });
    });
  });

  gateway.member(ownDeposits, async (input, { language, user }) => {
    const paging = readPaging(input);
    if (!paging.ok) return paging;
    const currency = input.currency_id === undefined ? null : Number(input.currency_id);
    const own = currency === null ? null : chains.protocols.filter((one) => one.currency === currency);
    const protocols = own === null ? null : own.map(({ id }) => id);
    const { rows, total } = await readDepositsOf(db, user, { ...paging, protocols });
    const data = rows.map((row) => depositOnWire({ chains, views }, row, confirmationsOf(row), language));
    return done(pageOf(data, total, paging));
  });

  gateway.member(findDeposit, async (input, { language, user }): Promise<AnswerTo<typeof findDeposit>> => {
    const protocol = chains.protocol(Number(input.currency_protocol_id));
    const chain = protocol === null ? null : chains.chain(protocol.chain);
    if (protocol === null) return refused('protocol_unknown');
    if (chain === null) return refused('chain_unavailable');
    const tx = input.tx_hash.trim();
    return answerWith(parts.log, async () => {
      const found = await transferTo(chain.adapter, parts.addresses, { chain, tx, user });
      if (found === 'unknown') return refused('transaction_unknown');
      if (found === 'foreign') return refused('transaction_foreign');
      const rows = await depositQuery(db)
        .where('chain_id', '=', chain.id)
        .where('tx', '=', tx)
        .where('user_id', '=', String(user))
        .orderBy('id')
        .execute();
      const own = rows.map((row) => depositOf(row));
      return done(own.map((row) => depositOnWire({ chains, views }, row, confirmationsOf(row), language)));
    });
  });
}

async function addressOf(
  addresses: DepositAddresses,
  chain: OpenChain,
  { memoRequired }: CurrencyProtocol,
  user: UserId,
): Promise<{ readonly address: string; readonly memo: string | null }> {
  if (memoRequired) return { address: (await addresses.shared(chain)).address, memo: memoOf(user) };
  return { address: (await addresses.of(chain, user)).address, memo: null };
}

/** Whether a transaction pays a user, as far as the chain says. */
async function transferTo(
  adapter: ChainAdapter,
  addresses: DepositAddresses,
  { chain, tx, user }: { readonly chain: OpenChain; readonly tx: string; readonly user: UserId },
): Promise<'own' | 'foreign' | 'unknown'> {
  const found = await adapter.transfersOf(tx);
  if (found === null) return 'unknown';
  const pays = found.transfers.some(({ memo, to }) => {
    const own = addresses.find(chain.id, to);
    return own !== undefined && (own.user ?? userOfMemo(memo)) === user;
  });
  return pays ? 'own' : 'foreign';
}

/** Chains and signer may be out of reach; addresses that do not agree are never shown. */
async function answerWith<Answer>(
  log: Pick<Logger, 'error'>,
  work: () => Promise<Answer>,
): Promise<Answer | ReturnType<typeof refused<'chain_unavailable'>>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AddressMismatch) log.error({ err: error }, 'a deposit address is not the signer’s');
    else if (!(error instanceof ChainUnavailable) && !(error instanceof SignerUnavailable)) throw error;
    return refused('chain_unavailable');
  }
}
