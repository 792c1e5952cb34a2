import type { Capability } from './capability.ts';
import { addresses } from '../custody/addresses/index.ts';
import { agents } from '../people/agents/index.ts';
import { alerts } from '../people/alerts/index.ts';
import { announcements } from '../people/announcements/index.ts';
import { chains } from '../custody/chains/index.ts';
import { content } from '../people/content/index.ts';
import { operatorsConsole } from '../operators/console/index.ts';
import { convert } from '../trading/convert/index.ts';
import { deposits } from '../custody/deposits/index.ts';
import { credits } from '../custody/credits/index.ts';
import { identity } from '../people/identity/index.ts';
import { leverage } from '../trading/leverage/index.ts';
import { images } from '../people/images/index.ts';
import { indexPrice } from '../trading/index-price/index.ts';
import { markets } from '../trading/markets/index.ts';
import { notify } from '../people/notify/index.ts';
import { p2p } from '../trading/p2p/index.ts';
import { payments } from '../people/payments/index.ts';
import { restrictions } from '../people/restrictions/index.ts';
import { savings } from '../trading/savings/index.ts';
import { demoChain, simulator } from '../demo/simulator/index.ts';
import { seconds } from '../trading/seconds/index.ts';
import { sending } from '../custody/sending/index.ts';
import { spot } from '../trading/spot/index.ts';
import { support } from '../people/support/index.ts';
import { topup } from '../custody/topup/index.ts';
import { treasury } from '../custody/treasury/index.ts';
import { users } from '../operators/users/index.ts';
import { verification } from '../people/verification/index.ts';
import { wallet } from '../custody/wallet/index.ts';
import { reconciliation } from '../custody/reconciliation/index.ts';
import { withdrawals } from '../custody/withdrawals/index.ts';

/** All capabilities of the exchange. Preparation, set-up and start follow this order. */
export const capabilities: readonly Capability[] = [
  identity,
  images,
  content,
  notify,
  announcements,
  markets,
  indexPrice,
  spot,
  wallet,
  chains,
  deposits,
  topup,
  withdrawals,
  sending,
  reconciliation,
  treasury,
  addresses,
  savings,
  leverage,
  seconds,
  convert,
  p2p,
  credits,
  alerts,
  verification,
  agents,
  restrictions,
  payments,
  support,
  users,
  operatorsConsole,
  simulator,
  demoChain,
];
