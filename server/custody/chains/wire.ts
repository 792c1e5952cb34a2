import type { CurrencyProtocol as ProtocolOnWire, ChainProtocol } from '@bourse/contract/chains';
import { fractionText, type Listings, unitsText } from '../../ground/feed/index.ts';
import { declaredChain } from './declared-chains.ts';
import type { CurrencyProtocol } from './ports.ts';

export function networkOnWire({ chain, code, name }: CurrencyProtocol): ChainProtocol {
  return { id: chain, code, name };
}

/** The terms of a currency on a network. */
export function protocolOnWire(listings: Listings, protocol: CurrencyProtocol): ProtocolOnWire {
  const currency = listings.currency(protocol.currency);
  const declared = declaredChain(protocol.chain);
  const { fee } = protocol;
  return {
    id: protocol.id,
    currency_id: currency.id,
    currency_code: currency.code,
    token_address: protocol.asset,
    chain_protocol: networkOnWire(protocol),
    open_recharge: protocol.opensDeposits ? 1 : 0,
    open_draw: protocol.opensWithdrawals ? 1 : 0,
    recharge_min: unitsText(currency, protocol.depositMin),
    draw_min: unitsText(currency, protocol.withdrawalMin),
    draw_max: unitsText(currency, protocol.withdrawalMax),
    fee:
      fee.kind === 'flat'
        ? { kind: 'flat', value: unitsText(currency, fee.units) }
        : { kind: 'rate', value: fractionText(fee.ppm) },
    confirmations: { credit: declared?.creditAfter ?? 1, draw: declared?.finalAfter ?? 6 },
    arrival_minutes: protocol.arrivalMinutes,
    memo_required: protocol.memoRequired ? 1 : 0,
  };
}
