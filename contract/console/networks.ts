import { Type, type Static } from 'typebox';
import { Decimal, IntegerInput, Line, Milliseconds } from '../values.ts';
import { decimalRefusal, DecimalText } from './decimals.ts';
import { consoleFourEyes, consoleList } from './declare.ts';

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Id = Type.Integer({ minimum: 1, maximum: 65_535 });
const NoCount = Type.Union([Count, Type.Null()]);

export const networkFeeKinds = ['flat', 'rate'] as const;
const FeeKind = Type.Enum(networkFeeKinds);

/** A currency on a chain with its terms; amounts are in the currency. */
export const NetworkRow = Type.Object({
  id: Id,
  currency_id: Id,
  currency_code: Type.String(),
  chain_id: Id,
  chain_name: Type.String(),
  /** Whether the exchange follows the chain; only then can deposits and withdrawals be open. */
  followed: Type.Boolean(),
  /** The network as users know it, such as `ERC20`. */
  code: Type.String(),
  name: Type.String(),
  /** The contract of a token; empty for the coin of the chain. */
  asset: Type.String(),
  asset_decimals: Count,
  memo_required: Type.Boolean(),
  open_recharge: Type.Boolean(),
  open_draw: Type.Boolean(),
  recharge_min: Decimal,
  draw_min: Decimal,
  draw_max: Decimal,
  fee_kind: FeeKind,
  /** An amount, or a fraction of the withdrawn amount. */
  fee: Decimal,
  arrival_minutes: Count,
  /** The most gas that a withdrawal may use; chains without gas ignore it. */
  max_gas: Count,
  version: Count,
});
export type NetworkRow = Static<typeof NetworkRow>;

/** A declared chain and how far it was read. */
export const FollowedChainRow = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  followed: Type.Boolean(),
  /** The newest block of the node, and the newest that was read; null before the first read. */
  head: NoCount,
  cursor: NoCount,
  lag: NoCount,
  /** Why the chain is no longer read; null while it is. */
  halted: Type.Union([Type.String(), Type.Null()]),
  read_at: Type.Union([Milliseconds, Type.Null()]),
  networks: Count,
});
export type FollowedChainRow = Static<typeof FollowedChainRow>;

const about = { id: IntegerInput, version: Count };
const terms = {
  recharge_min: DecimalText,
  draw_min: DecimalText,
  draw_max: DecimalText,
  fee_kind: FeeKind,
  fee: DecimalText,
  arrival_minutes: Type.Integer({ minimum: 1, maximum: 10_000 }),
  max_gas: Type.Integer({ minimum: 21_000, maximum: 10_000_000 }),
};
const Decided = Type.Object({ id: Id, version: Count });
const unchanged = { network_unknown: [], setting_unchanged: [] } as const;

export const networkCalls = {
  networks: consoleList({ audience: ['finance', 'admin'], path: 'networks', row: NetworkRow }),
  followedChains: consoleList({ audience: ['finance', 'risk', 'admin'], path: 'chains', row: FollowedChainRow }),
  /** Opens or closes deposits and withdrawals; opening waits for a second person, closing does not. */
  switchNetwork: consoleFourEyes({
    audience: ['finance'],
    path: 'networks/switch',
    input: { ...about, open_recharge: Type.Boolean(), open_draw: Type.Boolean() },
    output: Decided,
    refusals: { ...unchanged, chain_not_followed: [] },
  }),
  /** Changes minimum, maximum, fee and arrival for requests from now on. */
  changeNetworkTerms: consoleFourEyes({
    audience: ['admin'],
    path: 'networks/terms',
    input: { ...about, ...terms },
    output: Decided,
    refusals: { ...decimalRefusal, ...unchanged, setting_invalid: ['field'] },
  }),
  /**
   * Adds a currency to a declared chain, closed for deposits and withdrawals. A token must be a contract on a followed
   * chain and have the given decimals.
   */
  addNetwork: consoleFourEyes({
    audience: ['admin'],
    path: 'networks/add',
    input: {
      currency_id: IntegerInput,
      chain_id: IntegerInput,
      code: Type.String({ pattern: '^[A-Z0-9]{1,16}$' }),
      name: Line(40, 1),
      asset: Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9]*$' }),
      asset_decimals: Type.Integer({ minimum: 0, maximum: 30 }),
      memo_required: Type.Boolean(),
      ...terms,
    },
    output: Decided,
    refusals: {
      ...decimalRefusal,
      currency_unknown: [],
      chain_unknown: [],
      network_listed: [],
      chain_not_followed: [],
      chain_unavailable: [],
      token_unknown: [],
      token_decimals: ['decimals'],
      setting_invalid: ['field'],
    },
  }),
  /** Reads a halted chain again. `halted` is the cause that was seen. */
  resumeChain: consoleFourEyes({
    audience: ['finance', 'risk'],
    path: 'chains/resume',
    input: { id: IntegerInput, halted: Line(100, 1) },
    output: Type.Object({ id: Id }),
    refusals: { chain_unknown: [], chain_not_halted: [] },
  }),
} as const;
