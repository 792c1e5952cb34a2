import type { Call } from '@bourse/contract';
import { channels } from '@bourse/contract/capabilities';
import type { DepositWallet } from '@bourse/contract/deposits';
import { documentedCalls, documentedSocketCalls } from '@bourse/contract/documentation';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoTokenAddress } from '../../../custody/chains/index.ts';
import { beAgent } from '../../../testing/agent-account.ts';
import { type Person, RunningVenue, testPassword } from '../../../testing/running-venue.ts';
import { orderCalls } from '../../../testing/own-inputs.ts';
import { feedbackOf, withdrawalFor } from '../../../testing/own-things.ts';
import { oweDebt, payFromTreasury } from '../../../testing/debts.ts';
import { reportPrices } from '../../../testing/index-prices.ts';
import { TestWorld } from '../../../testing/test-world.ts';
import { imageOf } from '../../../testing/uploads.ts';
import { successText } from './success-text.ts';

const calls = documentedCalls.flatMap((group) => group.calls);

let world: TestWorld;
let venue: RunningVenue;
let ann: Person;

beforeAll(async () => {
  world = TestWorld.open();
  venue = await RunningVenue.open(world.options);
  ann = await venue.person('ann');
});

afterAll(async () => {
  await venue.close();
  world.close();
});

describe('the documentation page', () => {
  let page: string;

  beforeAll(async () => {
    page = await (await fetch(`${venue.url}/api/docs`)).text();
  });

  test('shows every call and channel, and has no broken links', () => {
    const anchors = new Set(Array.from(page.matchAll(/ id="([^"]+)"/g), ([, anchor]) => anchor));
    const links = Array.from(page.matchAll(/href="#([^"]+)"/g), ([, anchor]) => anchor);
    expect(links.length).toBeGreaterThan(500);
    expect(links.filter((link) => !anchors.has(link))).toEqual([]);
    const names = [
      ...calls.map(({ call }) => `/api/${call.path}</code>`),
      ...documentedSocketCalls.map(({ call }) => `<code>${call.type}</code>`),
      ...Array.from(channels.values(), ({ name }) => `<code>${name}</code>`),
    ];
    expect(names.filter((name) => !page.includes(name))).toEqual([]);
    expect(page).not.toMatch(/undefined|\[object|NaN/);
  });

  test('loads only scripts and styles of its own', async () => {
    expect(page).not.toMatch(/<style|style=|<script>| on[a-z]+=/);
    for (const [file, type] of [
      ['page.js', 'text/javascript; charset=utf-8'],
      ['page.css', 'text/css; charset=utf-8'],
    ]) {
      const answer = await fetch(`${venue.url}/api/docs/${file}`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
    }
  });
});

describe('the documents for programs', () => {
  test('list every call with its policy, and have no dangling references', async () => {
    const text = await (await fetch(`${venue.url}/api/docs/openapi.json`)).text();
    const { paths, components } = JSON.parse(text) as Document;
    expect(Object.keys(paths).toSorted()).toEqual(calls.map(({ call }) => `/api/${call.path}`).toSorted());
    const place = paths['/api/tx_in/add']?.['post'];
    expect(place?.['x-policy']).toEqual({ access: 'user', rate: 'order', moves_money: true });
    expect(place?.['x-errors'].of_this_call).toContain('insufficient_balance');
    expect(unresolved(text, components)).toEqual([]);
    const socket = await (await fetch(`${venue.url}/api/docs/asyncapi.json`)).text();
    expect(unresolved(socket, (JSON.parse(socket) as Document).components)).toEqual([]);
    for (const name of channels.keys()) expect(socket).toContain(`"${name}"`);
  });
});

describe('every documented request', () => {
  test('succeeds with the documented message', async () => {
    for (const { call, input, message } of calls.filter((one) => isRepeatable(one.call))) {
      const { path, method } = call;
      const fields = { ...fieldsOf(input), ...(await insteadOf(path)) };
      const headers = { flag: 'test-device' };
      const { body } = await (method === 'GET'
        ? ann.get(`${path}?${new URLSearchParams(fieldsOf(fields))}`, headers)
        : ann.post(path, fields, headers));
      const said = { path, code: body.code, error: body.error };
      expect(said).toEqual({ path, code: 1, error: undefined });
      if (call.file === undefined)
        expect({ path, message: body.message }).toEqual({ path, message: successText(message) });
    }
  });
});

/**
 * Calls that end the session, need a message, a verified user or an authenticator, a deposit that is a day old, a
 * contract that has ended, a shop, an order of two people, or an agent and its user.
 */
const comesLast = new Set([
  'user/logout',
  'user/amend_password',
  'user/forget_password',
  'notify/send_sms',
  'storage_currency/redeem',
  'pay_method/save',
  'pay_method/remove',
  'account/draw',
  'transfer/recipient',
  'transfer/send',
  'topup/create',
  'demo/topup',
  'demo/topup_decide',
  'lever/submit',
  'lever/cancel',
  'lever/close',
  'lever/reverse',
  'lever/setstop',
  'microtrade/evidence',
  'user/amend_pay_password',
  'user/bind',
  'safe/email',
  'user/forget_device',
  'user/freeze',
  'user/freeze_by_link',
  'user/unfreeze',
  'draw_address/save',
  'draw_address/remove',
  'draw_address/stop',
  'user_real/edit_address',
  'walletMiddle/BindDrawAddress',
  'user/totp_on',
  'user/totp_off',
  'user/recovery_codes',
  'user/passkey_add',
  'user/passkey_remove',
  'user/passkey_login',
  'agent/check',
  'agent/attach',
  'user/agent_answer',
  'user/leave_agent',
  'legal/merchant',
  'legal/block',
  'legal/unblock',
  'legal/report',
  'legal/submit',
  'shop/apply',
  'shop/leave',
  'shop/pause',
  'shop/ad_add',
  'shop/ad_edit',
  'shop/ad_state',
  ...orderCalls,
]);

/** Uploads have no request that can be shown as fields. */
function isRepeatable({ path, upload }: Call): boolean {
  return upload === undefined && !comesLast.has(path);
}

/** Ids and codes that replace those of the examples. */
async function insteadOf(path: string): Promise<Record<string, unknown>> {
  switch (path) {
    case 'tx_out/replace':
    case 'tx_out/reduce':
    case 'tx_out/cancel':
      return { id: await placed('tx_out') };
    case 'account/convert_quote':
    case 'account/convert':
      await reportPrices(venue, { 1: 60_000 });
      return {};
    case 'microtrade/submit':
      await reportPrices(venue, { 1: 60_000 });
      await ann.post('account/transfer', {
        currency_id: 3,
        balance: '10',
        from: 'change_account',
        to: 'micro_account',
      });
      return {};
    case 'user/invitation':
    case 'agent/info':
    case 'agent/users':
    case 'agent/payouts':
    case 'agent/export':
      await beAgent(venue.database, ann.id, 'active');
      return {};
    case 'user/authorization_code':
      await beAgent(venue.database, ann.id, 'removed');
      return {};
    case 'wallet/repay_debt':
      return owed();
    case 'alerts/remove':
      return { id: await alerted() };
    case 'tx_in/replace':
    case 'tx_in/reduce':
    case 'tx_in/cancel':
    case 'tx_history/fills':
    case 'tx_history/order':
      return { id: await placed('tx_in') };
    case 'tx_out/add':
      return { client_order_id: 'desk-7-0002' };
    case 'user/login':
      return { password: testPassword };
    case 'user/revoke_session': {
      await venue.post('user/login', { account: ann.account, password: testPassword });
      const { body } = await ann.get<{ id: number; current: number }[]>('user/sessions');
      return { id: body.data.find(({ current }) => current === 0)?.id };
    }
    case 'demo_chain/send':
      await fundOutside();
      return {};
    case 'walletMiddle/GetDrawAddress':
    case 'walletMiddle/SendVerificationcode':
      return { user_id: ann.id };
    case 'wallet/find_deposit':
      return { tx_hash: await deposited() };
    case 'account/draw_cancel':
    case 'wallet/withdrawal':
      return { id: await withdrawalFor(venue, ann) };
    case 'common/image':
      return { id: await imageOf(venue, ann.token) };
    case 'user_real/real_name':
      return { front_pic: await imageOf(venue, ann.token), reverse_pic: await imageOf(venue, ann.token) };
    case 'feedback/add':
      return { images: [await imageOf(venue, ann.token)] };
    case 'feedback/reply':
      return { id: await writtenFeedback(), images: [] };
    case 'feedback/close':
    case 'feedback/info':
      return { id: await writtenFeedback() };
    default:
      return {};
  }
}

/** The hash of a deposit of 5 USDT. */
async function deposited(): Promise<string> {
  const { body } = await ann.get<DepositWallet>('wallet/wallet?currency_id=3');
  return world.pay(body.data.wallets[0]?.address ?? '', demoTokenAddress('USDT'), 5_000_000n);
}

/** Gives the wallet outside the money of the example. */
async function fundOutside(): Promise<void> {
  const { body } = await ann.get<{ address: string }>('demo_chain/wallet');
  await world.pay(body.data.address, demoTokenAddress('USDT'), 5_000_000n);
  world.mine();
}

async function alerted(): Promise<number> {
  const wanted = { currency_match_id: 1, direction: 'above', price: '90000' };
  return (await ann.post<{ id: number }>('alerts/add', wanted)).body.data.id;
}

/** A debt of 40 XLM, and the money with which it can be repaid. */
async function owed(): Promise<Record<string, unknown>> {
  const debt = { currency: 14, units: 40_000_000, n: 1 };
  await oweDebt(venue, ann, debt, 50_000_000_000);
  await payFromTreasury(venue, ann, debt);
  return { currency_id: 14 };
}

let feedback: Promise<number> | undefined;

/** A user may write only a few. */
async function writtenFeedback(): Promise<number> {
  feedback ??= feedbackOf(ann);
  return feedback;
}

async function placed(side: 'tx_in' | 'tx_out'): Promise<number> {
  const order = { currency_match_id: 1, number: '0.01', price: side === 'tx_in' ? '50000' : '70000' };
  const { body } = await ann.post<{ id: number }>(`${side}/add`, order);
  return body.data.id;
}

function fieldsOf(input: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(input ?? {}));
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

interface Operation {
  readonly 'x-policy': object;
  readonly 'x-errors': { readonly of_this_call: readonly string[] };
}

function unresolved(text: string, { schemas }: Document['components']): string[] {
  const names = Array.from(text.matchAll(/"#\/components\/schemas\/(\w+)"/g), ([, name]) => name ?? '');
  return names.filter((name) => !(name in schemas));
}
