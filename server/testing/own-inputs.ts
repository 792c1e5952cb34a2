import { bankData } from './bank-account.ts';
import { testPassword } from './running-venue.ts';

/** The ids of Ann's resources. */
export interface Things {
  readonly buy: number;
  readonly sell: number;
  readonly session: number;
  readonly deposit: number;
  readonly position: number;
  readonly entrust: number;
  readonly payMethod: number;
  readonly feedback: number;
  readonly image: string;
  readonly documents: number;
  readonly passkey: number;
  readonly agentRequest: number;
  readonly alert: number;
  readonly device: string;
  readonly withdrawalAddress: number;
  readonly withdrawal: number;
  readonly user: number;
  readonly ad: number;
}

/** An order that no one has: orders are opened by two people, and their own tests cover strangers. */
const noOrder = 999_999;

/** The calls about an order, with the fields that they need besides its id. */
const aboutOrders: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'legal/order': {},
  'legal/pay': {},
  'legal/cancel': { reason: 'changed_mind' },
  'legal/ask_cancel': {},
  'legal/release': { pay_password: testPassword },
  'legal/concede': { pay_password: testPassword },
  'legal/appeal': { reason: 'other', content: 'No answer' },
  'legal/evidence': { content: 'No answer' },
  'legal/appeal_withdraw': {},
  'legal/late': {},
  'legal/reopen': { pay_password: testPassword },
  'legal/messages': {},
  'legal/say': { text: 'Hello' },
  'legal/rate': { good: 1 },
  'shop/order': {},
  'shop/abnormal': { reason: 'other' },
};

/** The paths of the calls about an order. */
export const orderCalls: readonly string[] = Object.keys(aboutOrders);

/** The refusal that the owner gets at the moment, by call. */
export const refusedToOwner: Readonly<Record<string, string>> = {
  'storage_currency/redeem': 'redeem_too_early',
  'user/passkey_remove': 'verification_code_required',
  'pay_method/save': 'collect_verification_required',
  'walletMiddle/BindDrawAddress': 'timestamp_off',
  'legal/submit': 'ad_unknown',
  ...Object.fromEntries(orderCalls.map((path) => [path, 'escrow_unknown'])),
};

/**
 * The input of calls that name a resource of Ann. A call that is declared to do so and is missing here fails the test.
 */
export const naming: Readonly<Record<string, (things: Things) => Readonly<Record<string, unknown>>>> = {
  'tx_in/replace': ({ buy }) => ({ id: buy, price: '19000', number: '0.02' }),
  'tx_out/replace': ({ sell }) => ({ id: sell, price: '31000', number: '0.02' }),
  'tx_in/reduce': ({ buy }) => ({ id: buy, number: '0.01' }),
  'tx_out/reduce': ({ sell }) => ({ id: sell, number: '0.01' }),
  'tx_in/cancel': ({ buy }) => ({ id: buy }),
  'tx_out/cancel': ({ sell }) => ({ id: sell }),
  'tx_batch/cancel': ({ buy, sell }) => ({ ids: [buy, sell] }),
  'tx_history/fills': ({ buy }) => ({ id: buy }),
  'tx_history/order': ({ buy }) => ({ id: buy }),
  'user/revoke_session': ({ session }) => ({ id: session }),
  'user/passkey_remove': ({ passkey }) => ({ id: passkey, auth_code: '' }),
  'user/forget_device': ({ device }) => ({ id: device }),
  'storage_currency/redeem': ({ deposit }) => ({ id: deposit }),
  'lever/cancel': ({ entrust }) => ({ id: entrust }),
  'lever/close': ({ position }) => ({ id: position }),
  'lever/reverse': ({ position }) => ({ id: position }),
  'lever/setstop': ({ position }) => ({ id: position, target_profit_price: '90000' }),
  'account/draw_cancel': ({ withdrawal }) => ({ id: withdrawal }),
  'wallet/withdrawal': ({ withdrawal }) => ({ id: withdrawal }),
  'common/image': ({ image }) => ({ id: image }),
  'pay_method/save': ({ payMethod }) => ({
    id: payMethod,
    type: 'bank',
    raw_data: { ...bankData, card_no: '7777' },
    pay_password: testPassword,
  }),
  'pay_method/remove': ({ payMethod }) => ({ id: payMethod }),
  'user/agent_answer': ({ agentRequest }) => ({ id: agentRequest, accept: 0 }),
  'alerts/remove': ({ alert }) => ({ id: alert }),
  'walletMiddle/GetDrawAddress': ({ user }) => ({ user_id: user, coin_name: 'USDT' }),
  'walletMiddle/SendVerificationcode': ({ user }) => ({ user_id: user }),
  'walletMiddle/BindDrawAddress': ({ user }) => ({
    user_id: user,
    coin_name: 'USDT',
    timestamp: 0,
    verificationcode: '000000',
    address: '0x9b1f7F645351AF3631a656421eD2e40f2802E6c0',
  }),
  'draw_address/remove': ({ withdrawalAddress }) => ({ id: withdrawalAddress }),
  'feedback/reply': ({ feedback }) => ({ id: feedback, content: 'Thank you' }),
  'feedback/close': ({ feedback }) => ({ id: feedback }),
  'feedback/info': ({ feedback }) => ({ id: feedback }),
  'user_real/real_name': ({ documents }) => ({ id: documents }),
  'shop/ad_edit': ({ ad }) => ({
    id: ad,
    percent: '-1',
    min: '200',
    max: '5000',
    total: '900',
    methods: [3],
    pay_minutes: 30,
    auto_open: 1,
  }),
  'shop/ad_state': ({ ad }) => ({ id: ad, state: 'suspended' }),
  'legal/submit': () => ({ id: noOrder, price: '7', amount: '100' }),
  ...Object.fromEntries(
    Object.entries(aboutOrders).map(([path, fields]) => [path, () => ({ id: noOrder, ...fields })]),
  ),
  'order.cancel': ({ buy }) => ({ id: buy }),
  'order.replace': ({ buy }) => ({ id: buy, price: '19000', number: '0.02' }),
  'order.reduce': ({ buy }) => ({ id: buy, number: '0.01' }),
  'order.batch_cancel': ({ buy, sell }) => ({ ids: [buy, sell] }),
};
