import type { Feedback } from '@bourse/contract/support';
import { reportPrices } from './index-prices.ts';
import type { Person, RunningVenue } from './running-venue.ts';

/** The id of a user's savings deposit, made if there is none. */
export async function depositOf(person: Person): Promise<number> {
  const { body } = await person.get<{ data: readonly { id: number }[] }>('storage_currency/my_locks');
  const [own] = body.data.data;
  return own?.id ?? (await person.post<{ id: number }>('storage_currency/submit_lock', { id: 1 })).body.data.id;
}

/** The ids of a leveraged position and of a limit order for one, made if there are none. */
export async function leverOf(
  venue: RunningVenue,
  person: Person,
  tickMs: () => number,
): Promise<{ readonly position: number; readonly entrust: number }> {
  const own = async (status: number): Promise<number | undefined> => {
    type Page = { readonly data: readonly { id: number; status: number; type: number }[] };
    const { body } = await person.post<Page>('lever/my_trade', { status });
    return body.data.data.find((one) => one.status === status && one.type === 1)?.id;
  };
  const order = { currency_match_id: 1, type: 1, share: 1, multiple: 2 };
  const report = async (): Promise<void> => reportPrices(venue, { 1: 60_000 }, tickMs());
  if ((await own(0)) === undefined || (await own(1)) === undefined) {
    const funds = { currency_id: 3, balance: '1000', from: 'change_account', to: 'lever_account' };
    await person.post('account/transfer', funds);
    await report();
  }
  if ((await own(0)) === undefined) await person.post('lever/submit', { ...order, status: 0, target_price: '30000' });
  if ((await own(1)) === undefined) {
    await person.post('lever/submit', { ...order, status: 1 });
    await report();
  }
  const [entrust, position] = [await own(0), await own(1)];
  if (entrust === undefined || position === undefined) throw new Error('the user has no position');
  return { entrust, position };
}

/** The id of a new passkey of a user, whose next login then requires it. */
export async function passkeyOf(venue: RunningVenue, person: Person): Promise<number> {
  const [row] = await venue.database.query<{ id: string }>(
    `insert into app.passkeys (user_id, credential_id, public_key, counter, name, transports, created_at)
     values ($1, '\\x01', '\\x01', 0, 'laptop', '{}', 0) returning id`,
    [person.id],
  );
  return Number(row?.id);
}

/** The id of a request of an agent to a user, which waits for the answer. */
export async function agentRequestOf({ database }: RunningVenue, person: Person): Promise<number> {
  const [row] = await database.query<{ id: string }>(
    `insert into app.agent_requests (agent_id, user_id, code_hash, share_ppm, state, created_at, expires_at)
     select user_id, $1, '', share_ppm, 'open', 0, 9000000000000000 from app.agents order by user_id limit 1
     returning id`,
    [person.id],
  );
  return Number(row?.id);
}

/** The id of a user's price alert, made if there is none. */
export async function alertOf(person: Person): Promise<number> {
  const [own] = (await person.get<{ id: number }[]>('alerts/list')).body.data;
  const wanted = { currency_match_id: 1, direction: 'above', price: '90000' };
  return own?.id ?? (await person.post<{ id: number }>('alerts/add', wanted)).body.data.id;
}

/** The id of a withdrawal address of a user, saved if there is none. */
export async function withdrawalAddressOf(venue: RunningVenue, person: Person): Promise<number> {
  await venue.database.query(
    `insert into app.draw_addresses (user_id, protocol_id, address, created_at, matured_at, stop_until)
     values ($1, 3, '0x8617E340B3D01FA5F11F306F4090FD50E238070D', 0, 0, 0) on conflict do nothing`,
    [person.id],
  );
  const { body } = await person.get<{ addresses: readonly { id: number }[] }>('draw_address/list');
  const [own] = body.data.addresses;
  if (own === undefined) throw new Error('the user has no address');
  return own.id;
}

/** The id of a new feedback of a user. */
export async function feedbackOf(person: Person): Promise<number> {
  const content = 'My deposit of yesterday is still not in my account.';
  const { body } = await person.post<Feedback>('feedback/add', { type: 'trade', title: 'Deposit', content });
  return body.data.id;
}

/** The shown id of another device of a user, known again if the user has forgotten it. */
export async function deviceOf(venue: RunningVenue, person: Person): Promise<string> {
  await venue.database.query(
    `insert into app.devices (user_id, device_key, first_used_at, last_used_at)
     values ($1, 'another-device', 0, $2) on conflict do nothing`,
    [person.id, Date.now()],
  );
  const { body } = await person.get<{ id: string; current: unknown }[]>('user/devices');
  const device = body.data.find(({ current }) => current === 0);
  if (device === undefined) throw new Error('the user has no other device');
  return device.id;
}

/** The id of a withdrawal of a user that waits for people; it holds nothing. */
export async function withdrawalFor(venue: RunningVenue, person: Person): Promise<number> {
  const [row] = await venue.database.query<{ id: string }>(
    `insert into app.withdrawals (user_id, protocol_id, account_type, currency_id, amount, fee, chain_amount, address,
       worth, request_key, stage, flagged, created_at, changed_at)
     values ($1, 3, 1, 3, 20000000, 10000000, 10000000, '0x00000000000000000000000000000000000000C1', 0, 'key',
       'reviewing', true, 0, 0)
     on conflict (user_id, request_key) do update set stage = 'reviewing' returning id`,
    [person.id],
  );
  return Number(row?.id);
}

/** The id of an ad of a user with a shop that needs no bond; it buys, so that it locks nothing. */
export async function adFor({ database }: RunningVenue, person: Person): Promise<number> {
  await database.query(
    `insert into app.merchants (user_id, name, method_id, application, state, applied_at, changed_at)
     values ($1, 'Shop', 1, '', 'approved', 0, 0)
     on conflict (user_id) do update set state = excluded.state`,
    [person.id],
  );
  const [row] = await database.query<{ id: string }>(
    `insert into app.ads (user_id, side, currency_id, fiat, basis_points, min_fiat, max_fiat, total, methods,
       pay_minutes, auto_open, auto_reply, terms, need_orders, need_days, stage, state, created_at, changed_at)
     values ($1, 'buy', 3, 'CNY', 0, 10000, 500000, 1000000000, array[3::bigint], 15, true, '', '', 0, 0, 'live',
       'open', 0, 0) returning id`,
    [person.id],
  );
  return Number(row?.id);
}

/** An order of peer-to-peer trading that a person placed and that came to nothing. */
export async function orderFor({ database }: RunningVenue, person: Person): Promise<number> {
  const id = 900_001;
  await database.query(
    `insert into app.p2p_orders (id, stage, refusal, requester_id, request_key, request_input, maker_id, seller_id,
       buyer_id, ad_id, ad_version, currency_id, amount, fee_ppm, window_ms, appeal_ms, delay_ms, auto_ms, mature_ms,
       auto_mature_ms, on_silence, price, price_decimals, fiat, fiat_amount, fiat_decimals, usd, reference, sealed,
       terms_hash, in_ad, created_at)
     values ($1, 'void', '{}', $2, 'own', '{}', 1, 1, $2, 1, 1, 3, 1, 0, 1, 1, 1, 1, 1, 1, 'appeal', 7, 2, 'CNY', 1, 2,
       1, '000000', '\\x00', '', false, 1)`,
    [id, person.id],
  );
  return id;
}
