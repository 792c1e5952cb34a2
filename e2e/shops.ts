import { codePurpose, demoOutbox, sendSms } from '@bourse/contract/notify';
import {
  legalCurrencies,
  shopAdAdd,
  shopApply,
  shopInfo,
  type LegalSide,
  type MerchantState,
} from '@bourse/contract/p2p';
import { savePayMethod, payMethodList } from '@bourse/contract/payments';
import { totpBegin, totpOn } from '@bourse/contract/second-factor';
import { accountTransfer } from '@bourse/contract/wallet';
import { setTimeout as pause } from 'node:timers/promises';
import { germanPhone, type Client } from './client.ts';
import { oneTimeCode } from './one-time-code.ts';
import { tradePassword } from './verified-user.ts';

const password = 'Journey2026';
const usdt = 3;

/** Adds a bank account, by which a verified person pays and is paid. `n` numbers the people of a venue. */
export async function addBankAccount(client: Client, n: number): Promise<void> {
  await client.call(savePayMethod, {
    type: 'bank',
    raw_data: {
      real_name: 'Ann Lee',
      bank_name: 'First Bank',
      bank_address: 'Main Street',
      card_no: `62220202001122${String(n).padStart(2, '0')}`,
    },
    pay_password: tradePassword,
  });
}

/** Turns on a second factor, and moves coins to the account that pays for bonds and ads. */
export async function prepareShop(client: Client): Promise<void> {
  await turnOnSecondFactor(client);
  const accounts = { from: 'change_account', to: 'legal_account' };
  await client.call(accountTransfer, { currency_id: usdt, balance: '2000', ...accounts });
}

export async function turnOnSecondFactor(client: Client): Promise<void> {
  await client.call(sendSms, { type: codePurpose.security });
  const code = await codeTo(client, germanPhone(client.account) ?? '');
  const { secret } = await client.call(totpBegin, {});
  await client.call(totpOn, { totp_code: oneTimeCode(secret, 0), password, auth_code: code });
}

/** The terms of an ad of USDT for euros. Amounts are those of the call. */
interface Terms {
  readonly side: LegalSide;
  readonly min: string;
  readonly max: string;
  readonly total: string;
}

/** Opens the shop of a prepared person, with an ad at the reference price. The id of the ad. */
export async function openShop(client: Client, name: string, terms: Terms): Promise<number> {
  const { methods } = await client.call(payMethodList, {});
  const [method = 0] = methods.map(({ id }) => id);
  const words = 'I trade every day from nine to nine, by bank transfer only.';
  await client.call(shopApply, { name, method, words });
  await until(async () => (await client.call(shopInfo, {})).state === approved);
  const { pairs } = await client.call(legalCurrencies, {});
  const pair = pairs.find((one) => one.currency_id === usdt && one.fiat === 'EUR');
  const ad = await client.call(shopAdAdd, {
    currency_id: usdt,
    fiat: 'EUR',
    price: Number(pair?.reference ?? '1').toFixed(pair?.price_decimals ?? 2),
    methods: methods.map(({ id, type }) => (terms.side === 'sell' ? id : type)),
    pay_minutes: 15,
    auto_open: 1,
    terms: 'Please pay from an account in your own name.',
    ...terms,
  });
  return ad.id;
}

const approved: MerchantState = 'approved';

/** The code that was sent to an address, once it has arrived. */
async function codeTo(client: Client, to: string): Promise<string> {
  let code = '';
  await until(async () => {
    code = (await client.call(demoOutbox, { to })).find((message) => message.code !== '')?.code ?? '';
    return code !== '';
  });
  return code;
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + 60_000; !(await isTrue()); await pause(100)) {
    if (performance.now() > deadline) throw new Error('The server did not get there in time');
  }
}
