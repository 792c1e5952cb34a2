import { Type, type Static } from 'typebox';
import { readCall, writeCall } from '../call.ts';
import { Decimal, DecimalInput, Empty, Flag, IntegerInput, Line, Milliseconds } from '../values.ts';

/** A payment on the demo chain. */
export const DemoPayment = Type.Object({
  tx_hash: Type.String(),
  from: Type.String(),
  to: Type.String(),
  currency_code: Type.String(),
  number: Decimal,
  memo: Type.Union([Type.String(), Type.Null()]),
});
export type DemoPayment = Static<typeof DemoPayment>;

export const DemoBlock = Type.Object({
  height: Type.Integer({ minimum: 0 }),
  hash: Type.String(),
  time: Milliseconds,
  payments: Type.Array(DemoPayment),
});
export type DemoBlock = Static<typeof DemoBlock>;

/** The newest blocks of the demo chain, and the block of the transaction that was looked up. */
export const DemoChainState = Type.Object({
  stalled: Flag,
  blocks: Type.Array(DemoBlock),
  found: Type.Union([DemoBlock, Type.Null()]),
});
export type DemoChainState = Static<typeof DemoChainState>;

export const DemoBalance = Type.Object({ currency_id: Type.Integer(), currency_code: Type.String(), number: Decimal });

/** The wallet of the caller outside of the exchange. */
export const OutsideWallet = Type.Object({ address: Type.String(), balances: Type.Array(DemoBalance) });
export type OutsideWallet = Static<typeof OutsideWallet>;

const Sent = Type.Object({ tx_hash: Type.String(), number: Decimal });
const user = { access: 'user', rate: 'private' } as const;
const payment = { currency_id: IntegerInput, address: Line(200, 1), memo: Type.Optional(Line(64)) };

export const demoChainState = readCall(
  { access: 'visitor', rate: 'public' },
  'demo_chain/state',
  Type.Object({ tx_hash: Type.Optional(Line(100)) }),
  DemoChainState,
  { refusals: ['chain_unavailable'] },
);

export const outsideWallet = readCall(user, 'demo_chain/wallet', Empty, OutsideWallet, {
  refusals: ['chain_unavailable'],
});

/** Pays demo coins to any address. */
export const demoFaucet = writeCall({ ...user, rate: 'password' }, 'demo_chain/faucet', Type.Object(payment), Sent, {
  refusals: ['chain_unavailable', 'currency_unknown', 'draw_address_invalid', 'draw_memo_invalid'],
});

/** Pays from the caller’s wallet outside of the exchange. */
export const outsideSend = writeCall(
  { ...user, rate: 'password' },
  'demo_chain/send',
  Type.Object({ ...payment, number: Type.Optional(DecimalInput) }),
  Sent,
  {
    refusals: [
      'chain_unavailable',
      'currency_unknown',
      'draw_address_invalid',
      'draw_memo_invalid',
      'quantity_required',
      'quantity_precision',
      'amount_too_large',
      'insufficient_balance',
    ],
  },
);

/** Replaces the newest three blocks by others, as real chains sometimes do. */
export const demoReorganize = writeCall({ ...user, rate: 'password' }, 'demo_chain/reorganize', Empty, DemoChainState, {
  refusals: ['chain_unavailable'],
});

/** Stops or resumes the mining of blocks. */
export const demoStall = writeCall(
  { ...user, rate: 'password' },
  'demo_chain/stall',
  Type.Object({ on: Flag }),
  DemoChainState,
  { refusals: ['chain_unavailable'] },
);
