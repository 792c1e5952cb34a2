import { type CapabilityDocumentation, chapter, named } from '../documentation/declare.ts';
import * as calls from './calls.ts';

export const documentation: CapabilityDocumentation = {
  chapters: [
    chapter('Networks', calls, {
      currencyProtocols: {
        summary: 'The networks of each currency',
        says: 'Ordered by currency and id. A network that is not open yet is listed with `open_recharge` and `open_draw` 0.',
      },
    }),
  ],
  objects: [
    ...named(calls, {
      ChainProtocol: {
        id: ['Id of the network.', 1],
        code: ['Code that users know.', 'ERC20'],
        name: ['Name of the chain.', 'Ethereum'],
      },
      ProtocolFee: {
        kind: ['`flat`: an amount; `rate`: a share of the withdrawn amount.', 'flat'],
        value: ['The amount in the currency, or the share.', '10'],
      },
      ProtocolConfirmations: {
        credit: ['Confirmations until a deposit is credited.', 1],
        draw: ['Confirmations until it may be withdrawn.', 6],
      },
      CurrencyProtocol: {
        id: ['Id of the currency on this network.', 3],
        currency_id: ['Id of the currency.', 3],
        currency_code: ['Code of the currency.', 'USDT'],
        token_address: [
          'Contract of the token; empty for the coin of the chain.',
          '0x9b1f7F645351AF3631a656421eD2e40f2802E6c0',
        ],
        chain_protocol: ['The network.'],
        open_recharge: ['1 if deposits are open.', 1],
        open_draw: ['1 if withdrawals are open.', 1],
        recharge_min: ['Smallest deposit that is credited, in the currency.', '1'],
        draw_min: ['Smallest withdrawal, with its fee.', '20'],
        draw_max: ['Largest withdrawal, with its fee.', '100000'],
        fee: ['The withdrawal fee.'],
        confirmations: ['The confirmations.'],
        arrival_minutes: ['Usual time until a deposit may be withdrawn, in minutes.', 1],
        memo_required: ['1 if deposits need a memo.', 0],
      },
    }),
  ],
};
