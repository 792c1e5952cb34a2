import { Type, type Static } from 'typebox';
import { Decimal, IntegerInput, Milliseconds, Nothing } from '../values.ts';
import { decimalRefusal, DecimalText } from './decimals.ts';
import { consoleFourEyes, consoleList, consoleWrite } from './declare.ts';

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Id = Type.Integer({ minimum: 1, maximum: 65_535 });
const DecimalOrNull = Type.Union([Decimal, Type.Null()]);

/** `unread`: the balance is not known yet. `unlimited`: the asset has no limits. */
export const hotStates = ['unread', 'unlimited', 'low', 'within', 'high'] as const;

/** The coins of an asset in the exchange’s wallets on a chain. */
export const TreasuryRow = Type.Object({
  chain_id: Id,
  chain: Type.String(),
  /** The contract of a token; empty for the coin of the chain. */
  asset: Type.String(),
  code: Type.String(),
  /** The final balance of the hot wallet; null before the first read. */
  hot: DecimalOrNull,
  state: Type.Enum(hotStates),
  hot_min: DecimalOrNull,
  hot_max: DecimalOrNull,
  /** Payments of the hot wallet that no final block contains yet. */
  waiting: Decimal,
  /** Deposits that no sweep was planned for yet. */
  unswept: Decimal,
  /** Moves to the hot wallet that are not final. */
  sweeping: Decimal,
  /** All that was moved to the cold wallet. */
  moved_to_cold: Decimal,
  /** By the signer's policy; null if there is none. */
  cold_address: Type.Union([Type.String(), Type.Null()]),
  read_at: Type.Union([Milliseconds, Type.Null()]),
  version: Count,
});
export type TreasuryRow = Static<typeof TreasuryRow>;

export const sweepKinds = ['sweep', 'cold'] as const;
export const sweepStages = ['planned', 'gas_sent', 'gas_final', 'sent', 'final', 'failed', 'released'] as const;

/** A move between two wallets of the exchange. */
export const SweepRow = Type.Object({
  id: Count,
  chain: Type.String(),
  kind: Type.Enum(sweepKinds),
  code: Type.String(),
  amount: Decimal,
  from: Type.String(),
  to: Type.String(),
  stage: Type.Enum(sweepStages),
  /** Why it waits or has failed, as the signer or the exchange names it. */
  reason: Type.Union([Type.String(), Type.Null()]),
  /** Whether its payment needs a decision of people: see `retrySweep`. */
  refused: Type.Boolean(),
  /** Payments of coin for its fee. */
  top_ups: Count,
  tx: Type.Union([Type.String(), Type.Null()]),
  tx_url: Type.Union([Type.String(), Type.Null()]),
  created_at: Milliseconds,
  changed_at: Milliseconds,
});
export type SweepRow = Static<typeof SweepRow>;

const readers = ['finance', 'risk', 'admin'] as const;
const about = { id: IntegerInput };
const Moved = Type.Object({ id: Count });
const unknown = { sweep_unknown: [], sweep_decided: [] } as const;
/** The reasons for which a payment that the signer refused cannot be continued. */
const recovering = {
  payment_unclear: [],
  payment_forgotten: [],
  payment_unproved: [],
  payment_nonce_used: ['nonce'],
  payment_nonce_taken: ['nonce'],
} as const;

export const treasuryCalls = {
  treasury: consoleList({ audience: readers, path: 'treasury', row: TreasuryRow }),
  /** Moves between the exchange’s wallets, newest first. */
  sweeps: consoleList({ audience: readers, path: 'treasury/sweeps', row: SweepRow }),
  /** Reads all hot wallets and plans moves now, in addition to each minute. */
  sweepNow: consoleWrite({
    audience: ['finance', 'risk'],
    path: 'treasury/sweep',
    output: Nothing,
    refusals: { chain_not_followed: [] },
  }),
  /** Sets the least and the most that the hot wallet holds of an asset. The cold wallet receives what exceeds that. */
  changeHotLimits: consoleFourEyes({
    audience: ['finance', 'admin'],
    path: 'treasury/limits',
    input: {
      chain_id: IntegerInput,
      asset: Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9]*$' }),
      hot_min: DecimalText,
      hot_max: DecimalText,
      version: Count,
    },
    output: Type.Object({ chain_id: Id, version: Count }),
    refusals: { ...decimalRefusal, network_unknown: [], setting_unchanged: [], setting_invalid: ['field'] },
  }),
  /** Gives up a move that has failed; its deposits can be moved again. */
  releaseSweep: consoleWrite({
    audience: ['finance'],
    path: 'treasury/release',
    input: about,
    output: Moved,
    stepUp: true,
    refusals: unknown,
  }),
  /** Cancels the payment of a move, unless a block decides otherwise. */
  stopSweep: consoleWrite({
    audience: ['finance'],
    path: 'treasury/stop',
    input: about,
    output: Moved,
    stepUp: true,
    refusals: { ...unknown, ...recovering },
  }),
  /** Continues a refused payment with the nonce of its first signature. */
  retrySweep: consoleWrite({
    audience: ['finance'],
    path: 'treasury/retry',
    input: about,
    output: Moved,
    stepUp: true,
    refusals: { ...unknown, ...recovering },
  }),
  /** Names the transaction that has used the nonce of a payment. */
  proveSweep: consoleWrite({
    audience: ['finance'],
    path: 'treasury/prove',
    output: Moved,
    stepUp: true,
    input: { ...about, tx: Type.String({ pattern: '^(0x)?[0-9a-fA-F]{64}$' }) },
    refusals: { ...unknown, ...recovering },
  }),
} as const;
