import { consoleCalls, leverageStates, reasonCodes } from '@bourse/contract/console';
import type { OperatorCommand } from '@bourse/engine';
import { leverageCommands } from '@bourse/engine/leverage';
import { describe, expect, test } from 'vitest';
import type { Decision } from '../../ground/console-gateway/index.ts';

/**
 * The commands that the console can submit. The compiler requires exactly the types of a `Decision`: a new command of
 * operators is added here on purpose, or this does not compile.
 */
const submitted: Readonly<Record<Decision['type'], true>> = {
  list_currency: true,
  list_market: true,
  change_market_state: true,
  change_market_settings: true,
  set_fee_tier: true,
  set_user_fee_tier: true,
  set_user_fees: true,
  configure_index: true,
  configure_savings_product: true,
  configure_convert: true,
  configure_leverage: true,
  configure_margin: true,
  configure_seconds: true,
  configure_seconds_currency: true,
  configure_seconds_market: true,
  settle_debt: true,
  restrict_user: true,
  hold_escrow: true,
  resolve_escrow: true,
  venue_transfer: true,
};

const isSame: OperatorCommand['type'] extends Decision['type'] ? true : false = true;

/** The fields of every call that writes. None sets the price of a trade, an outcome, a balance or a past row. */
const written = fieldsOf((kind) => kind === 'write');

describe('what the console can do', () => {
  test('is a closed list of commands, all of them decisions of operators', () => {
    expect(isSame).toBe(true);
    expect(Object.keys(submitted)).not.toContain('credit');
    expect(Object.keys(submitted)).not.toContain('debit');
    expect(Object.keys(submitted)).not.toContain('place_order');
    expect(Object.keys(submitted)).not.toContain('index_ticks');
  });

  test('is a closed list of calls and fields', () => {
    expect(written).toMatchInlineSnapshot(`
      {
        "agents/set": "user_id version state share_ppm limits",
        "announcement/save": "id version target texts",
        "announcement/send": "id version",
        "announcement/stop": "id",
        "approvals/vote": "id verdict payload_hash",
        "approvals/withdraw": "id",
        "articles/hide": "id version",
        "articles/publish": "id version",
        "articles/publish-agreement": "id version",
        "articles/save": "id version category position banner topic texts",
        "chains/resume": "id halted",
        "convert/configure": "version tolerance currencies",
        "currencies/list": "code decimals",
        "debts/settle": "user_id currency_id from amount",
        "deposits/assign": "id user",
        "feedback/answer": "id version content",
        "feedback/close": "id version",
        "feedback/take": "id version",
        "health/clear-suspension": "user command incident",
        "home/acknowledge": "alarm since",
        "indices/configure": "currency_id version waiting_sequence price_decimals sources min_sources max_deviation staleness_ms",
        "leverage/configure": "id version state share_decimals share_points mark_decimals min_share max_share fee_base multiples shares spread fee reserve tiers gross_cap",
        "leverage/floor": "currency_id version house_floor",
        "markets/fees": "id version tier rates",
        "markets/list": "base quote price_decimals tick amount_decimals lot price_step quantity_step min_notional slippage price_band max_open_orders self_trade_prevention sell_blocked maker_fee taker_fee state",
        "markets/settings": "id version price_step quantity_step min_notional slippage price_band max_open_orders self_trade_prevention sell_blocked",
        "markets/state": "id version state",
        "networks/add": "currency_id chain_id code name asset asset_decimals memo_required recharge_min draw_min draw_max fee_kind fee arrival_minutes max_gas",
        "networks/switch": "id version open_recharge open_draw",
        "networks/terms": "id version recharge_min draw_min draw_max fee_kind fee arrival_minutes max_gas",
        "p2p/ads/suspend": "id version suspended words",
        "p2p/appeals/resolve": "id version outcome finding words",
        "p2p/appeals/review": "id version finding lift words",
        "p2p/appeals/say": "id text",
        "p2p/appeals/take": "id version",
        "p2p/bonds/pay": "user_id to parts order_id words",
        "p2p/bonds/return": "user_id parts",
        "p2p/merchants/decide": "user_id version decision words",
        "p2p/orders/hold": "id",
        "p2p/rates/set": "fiat version rate",
        "p2p/reports/decide": "id version decision",
        "payments/resume": "id reason_seen",
        "reconciliation/book": "chain_id asset amount",
        "reconciliation/compare": "",
        "savings/configure": "id version currency_id amount days rate quota user_quota state",
        "seconds/configure": "version fee options",
        "seconds/currency": "id version numbers user_cap side_cap state",
        "seconds/market": "id version state",
        "settings/change": "name value version",
        "staff/disable": "staff version",
        "staff/invite": "email name roles user_id",
        "staff/link": "staff version user_id",
        "staff/reset": "staff version",
        "staff/roles": "staff version roles",
        "topups/charge-back": "id",
        "topups/close-case": "id",
        "treasury/limits": "chain_id asset hot_min hot_max version",
        "treasury/prove": "id tx",
        "treasury/release": "id",
        "treasury/retry": "id",
        "treasury/stop": "id",
        "treasury/sweep": "",
        "user/fee-tier": "id version tier",
        "user/fees": "id version market_id rates",
        "user/lift-restriction": "id version scope",
        "user/notes/add": "id",
        "user/reset-factor": "id",
        "user/sessions/end": "id",
        "user/stop-factor-reset": "id",
        "user/stop-outflow": "id",
        "user/stop-trading": "id",
        "venue-money/move": "currency_id from to amount",
        "venue-money/pay": "currency_id from user_id amount",
        "verifications/approve": "id version",
        "verifications/reject": "id version key words",
        "verifications/take": "id version",
        "withdrawals/approve": "id",
        "withdrawals/hold-back": "id",
        "withdrawals/prove": "id tx",
        "withdrawals/reject": "id rejection",
        "withdrawals/retry": "id",
        "withdrawals/stop": "id",
      }
    `);
  });

  test('has no lever on a position: nothing opens, closes, triggers or liquidates one, or changes its stops', () => {
    const ofLeverage = Object.entries(leverageCommands);
    const ofUsers = ofLeverage.filter(([, { kind }]) => kind !== 'decision').map(([type]) => type);
    expect(ofUsers).toEqual(expect.arrayContaining(['close_lever', 'close_all_lever', 'cancel_lever']));
    expect(ofUsers.filter((type) => type in submitted)).toEqual([]);
    // Triggers, liquidations and deleveraging are due work of the engine: there is no command for them.
    expect(ofLeverage.filter(([, { kind }]) => kind === 'decision').map(([type]) => type)).toEqual([
      'configure_leverage',
      'configure_margin',
    ]);
    const paths = Object.keys(written).filter((path) => path.startsWith('leverage/'));
    expect(paths).toEqual(['leverage/configure', 'leverage/floor']);
    expect(Object.entries(written).filter(([, fields]) => /\bposition_id\b|\bmark\b/.test(fields))).toEqual([]);
    expect(leverageStates).toEqual(['open', 'reduce_only']);
  });

  test.each(Object.values(consoleCalls).filter(({ kind }) => kind === 'write'))(
    'always needs a reason: $path',
    ({ input }) => {
      expect(Object.keys(input.properties)).toEqual(expect.arrayContaining(['reason_code', 'reason']));
      expect(reasonCodes).not.toContain('setup');
      expect(reasonCodes).not.toContain('network_fee');
    },
  );
});

function fieldsOf(isWanted: (kind: string) => boolean): Readonly<Record<string, string>> {
  const calls = Object.values(consoleCalls).filter(({ kind }) => isWanted(kind));
  const named = (input: { readonly properties: object }): string =>
    Object.keys(input.properties)
      .filter((name) => name !== 'reason' && name !== 'reason_code')
      .join(' ');
  return Object.fromEntries<string>(calls.map(({ input, path }) => [path, named(input)] as const));
}
