import { channels } from '@bourse/contract/capabilities';
import { newsCategory } from '@bourse/contract/content';
import { periods } from '@bourse/contract/markets';
import type { Chance } from './chance.ts';
import type { AttackingPerson } from './persons.ts';
import type { Known } from './plausible.ts';

/** Facts about the exchange that every visitor can find out. */
export interface Ground {
  readonly inviteCode: string;
  /** An account that may be locked and logged out. */
  readonly expendable: string;
  readonly expendableDevice: string;
  readonly bystandersOrder: number;
}

export const attackersPassword = 'Tq8zkw2p';

const accounts = ['change_account', 'legal_account', 'lever_account', 'micro_account', 'financial_account'];

/** Valid values for the fields of calls, as a well-informed user would enter them. */
export function knowledge(chance: Chance, ground: Ground, person: AttackingPerson | null): Known {
  const orders = (): unknown[] => [...(person?.newestOrders ?? []), ground.bystandersOrder, 1];
  const ownIds = (): unknown[] => [...(person?.clientOrderIds.slice(-20) ?? []), 'none'];
  const now = Math.floor(Date.now() / 1_000);
  const fields: Readonly<Record<string, () => readonly unknown[]>> = {
    currency_match_id: () => [1, '1', 1, 1, 2, 13, '64'],
    symbol: () => ['BTC/USDT', 'ETH/BTC'],
    number: () => ['0.01', '0.002', 0.01, '1'],
    quote_amount: () => ['50', 25],
    price: () => ['20000', '19999.5', 20_001, '25000'],
    stop_price: () => ['30000', '10000'],
    way: () => [1, 2, '1', '2'],
    order_type: () => ['limit', 'limit', 'market', 'stop_limit', 'stop_market'],
    time_in_force: () => ['gtc', 'ioc', 'fok'],
    self_trade_prevention: () => ['expire_maker', 'expire_taker', 'expire_both'],
    client_order_id: () => [`c-${chance.below(1_000_000_000)}`, ...ownIds()],
    client_order_ids: () => [ownIds()],
    ids: () => [orders()],
    id: orders,
    currency_id: () => [1, 3, '3'],
    account_type_id: () => [1, 3],
    balance: () => ['1', 0.5, '0.25'],
    // An account, a time or an address, depending on the schema.
    from: () => [...accounts, now - 300, 0],
    to: () => [...accounts, now, person?.account ?? ground.expendable],
    account: () => [ground.expendable, `new-${chance.below(1_000_000_000)}@example.com`],
    password: () => [attackersPassword],
    re_password: () => [attackersPassword],
    old_password: () => [attackersPassword, 'Wrong8word'],
    new_password: () => [attackersPassword],
    secondary_password: () => [attackersPassword],
    invite_code: () => [ground.inviteCode],
    type: () => ['email', 1, 2, 3, 5],
    login_type: () => ['email'],
    area_id: () => [276],
    country_code: () => ['49'],
    sms_code: () => ['123456'],
    auth_code: () => ['123456'],
    mobile: () => ['15112345678'],
    device_id: () => [ground.expendableDevice, 'attack-device', ''],
    key: () => ['contact_email', 'login_use_sms'],
    category_id: () => Object.values(newsCategory),
    period: () => periods,
    time_zone: () => ['Europe/Berlin', 'UTC', 'Asia/Kolkata'],
    page: () => [1, 2],
    limit: () => [1, 10, 100],
    before: () => ['9.9', '999999999999.0'],
    after: () => [0, 1],
    added: () => [0, 1, true],
    params: () => [...Array.from(channels.values(), ({ name }) => filledIn(name)), person?.token ?? 'x'.repeat(43)],
  };
  return (name) => (Object.hasOwn(fields, name) ? (fields[name]?.() ?? []) : []);
}

type Recipe = Readonly<Record<string, unknown>>;

/**
 * Combinations of fields that an otherwise empty exchange accepts, by the name of the call. Random values would rarely
 * produce them. Inputs generated from the schema alone are used as well.
 */
export function recipes(
  chance: Chance,
  ground: Ground,
  person: AttackingPerson | null,
): (name: string) => readonly Recipe[] {
  const price = String(19_000 + chance.below(2_000));
  const order = { currency_match_id: 1, number: `0.0${1 + chance.below(9)}`, price };
  const own = { client_order_id: `c-${chance.below(1_000_000_000)}` };
  const id = person === null || person.orders.size === 0 ? ground.bystandersOrder : chance.pick(person.newestOrders);
  const orders: readonly Recipe[] = [
    order,
    { ...order, ...own },
    { ...order, post_only: true },
    { ...order, time_in_force: 'ioc', self_trade_prevention: 'expire_both' },
    { currency_match_id: 1, order_type: 'market', number: '0.01', price },
    { currency_match_id: 1, order_type: 'market', quote_amount: '100' },
    { ...order, order_type: 'stop_limit', stop_price: '40000' },
    { currency_match_id: 1, order_type: 'stop_market', number: '0.01', stop_price: '9000' },
    { currency_match_id: 13, number: '0.5', price: '0.05' },
  ];
  const transfer = { currency_id: 3, balance: '1.5', from: 'change_account', to: 'lever_account' };
  const withWay = orders.map((one) => ({ ...one, way: 1 + chance.below(2) }));
  const replacement = { id, number: '0.05', price };
  const stop = { order_type: 'stop_limit', stop_price: '40000' };
  const which: readonly Recipe[] = [{ id }, { client_order_id: person?.clientOrderIds.at(-1) ?? 'none' }];
  const groups: readonly (readonly [RegExp, readonly Recipe[]])[] = [
    [/^tx_(in|out)\/add$/, orders],
    [/^order\.add$/, withWay],
    [/^(tx_batch\/add|order\.batch)$/, [{ orders: withWay }, { orders: withWay.slice(0, 2) }]],
    [/^(tx_(in|out)\/|order\.)replace$/, [replacement, { ...replacement, ...own }, { ...replacement, ...stop }]],
    [/^(tx_(in|out)\/|order\.)reduce$/, [{ id, number: '0.005' }]],
    [/^(tx_(in|out)\/|order\.)cancel$/, which],
    [/^(tx_batch\/cancel|order\.batch_cancel)$/, [{ ids: [id] }]],
    [/^account\/transfer$/, [transfer, { ...transfer, from: transfer.to, to: transfer.from, balance: 0.5 }]],
    [/^tx_history\/fills$/, [{ id }]],
    [/^news\/info$/, [{ id: 66 }]],
    [
      /^notify\/send_email$/,
      [1, 2, 5, 6].map((type) => ({ to: ground.expendable, type, password: attackersPassword })),
    ],
    [
      /^user\/login$/,
      [{ account: ground.expendable, password: attackersPassword, device_id: ground.expendableDevice }],
    ],
  ];
  return (name) => groups.find(([pattern]) => pattern.test(name))?.[1] ?? [];
}

function filledIn(channel: string): string {
  return channel.replace('{symbol}', 'BTC/USDT').replace('{period}', '5min');
}
