import { bindWithdrawalAddress, withdrawalTimeToleranceMs, getWithdrawalAddress } from '@bourse/contract/addresses';
import type { CurrencyProtocol } from '../chains/index.ts';
import { done, type Gateway, refused } from '../../ground/gateway/index.ts';
import { type AddressParts, saveAddress } from './save-address.ts';

/** Serves the calls of the separate service for withdrawal addresses. */
export function registerMiddle(gateway: Gateway, parts: AddressParts): void {
  const { withdrawalAddresses, now } = parts;

  gateway.member(getWithdrawalAddress, async ({ coin_name, contract_address, user_id }, { user }) => {
    if (Number(user_id) !== user) return refused('user_unknown');
    const protocol = protocolOf(parts, coin_name, contract_address);
    if (protocol === null) return refused('protocol_unknown');
    const saved = (await withdrawalAddresses.list(user)).filter((one) => one.protocol === protocol.id);
    return done({ address: saved.at(-1)?.address ?? '' });
  });

  gateway.member(bindWithdrawalAddress, async (input, member) => {
    const {
      address,
      coin_name,
      contract_address,
      memo = '',
      timestamp,
      totp,
      user_id,
      verificationcode,
      ...factor
    } = input;
    if (Number(user_id) !== member.user) return refused('user_unknown');
    if (Math.abs(millisecondsOf(Number(timestamp)) - now()) > withdrawalTimeToleranceMs)
      return refused('timestamp_off');
    const protocol = protocolOf(parts, coin_name, contract_address);
    if (protocol === null) return refused('protocol_unknown');
    const totp_code = factor.totp_code ?? totp;
    const proofs = { ...factor, ...(totp_code === undefined ? {} : { totp_code }), code: verificationcode };
    const saved = await saveAddress(parts, { protocol: protocol.id, address, memo, label: '' }, proofs, member);
    return saved.ok ? done({ address: saved.data.address }) : saved;
  });
}

/** Times before this count of seconds, in the year 5138, are seconds. */
const maxSeconds = 100_000_000_000;

function millisecondsOf(time: number): number {
  return time < maxSeconds ? time * 1_000 : time;
}

/** The network of a coin with this contract; without one the coin’s first network. */
function protocolOf({ chains, views }: AddressParts, coin: string, contract = ''): CurrencyProtocol | null {
  const code = coin.trim().toUpperCase();
  const own = chains.protocols
    .filter(({ currency }) => views.listings.findCurrency(currency)?.code === code)
    .toSorted((one, other) => one.id - other.id);
  const asset = contract.trim().toLowerCase();
  const found = asset === '' ? own[0] : own.find((protocol) => protocol.asset.toLowerCase() === asset);
  return found ?? null;
}
