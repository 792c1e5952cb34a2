import { saveWithdrawalAddress } from '@bourse/contract/addresses';
import { alertsAdd } from '@bourse/contract/alerts';
import { convert } from '@bourse/contract/convert';
import { demoFaucet, outsideWallet } from '@bourse/contract/demo-chain';
import { depositWallet } from '@bourse/contract/deposits';
import { submitLever } from '@bourse/contract/leverage';
import { codePurpose, demoOutbox, sendEmail } from '@bourse/contract/notify';
import { lockSavings } from '@bourse/contract/savings';
import { submitMicro } from '@bourse/contract/seconds';
import { buyAdd, buyCancel, sellAdd } from '@bourse/contract/spot';
import { addFeedback } from '@bourse/contract/support';
import { accountTransfer } from '@bourse/contract/wallet';
import type { Client } from './client.ts';

const bitcoin = 1;
const usdt = 3;

/**
 * Gives a user of the demo something of everything that pages list. `other` trades with the user. The venue needs a
 * source of index prices.
 */
export async function furnish(client: Client, other: Client, account: string): Promise<void> {
  const market = { currency_match_id: bitcoin };
  await client.call(sellAdd, { ...market, price: '65000', number: '0.1' });
  await other.call(buyAdd, { ...market, price: '65000', number: '0.05' });
  await client.call(buyAdd, { ...market, price: '64000', number: '0.1' });
  const { id } = await client.call(buyAdd, { ...market, price: '63000', number: '0.1' });
  await client.call(buyCancel, { id });
  await client.call(alertsAdd, { ...market, direction: 'above', price: '66000' });
  for (const to of ['micro_account', 'lever_account', 'financial_account']) {
    await client.call(accountTransfer, { currency_id: usdt, balance: '2000', from: 'change_account', to });
  }
  await client.call(lockSavings, { id: 1, version: 1 });
  await client.call(submitLever, { ...market, type: 1, status: 1, share: 1, multiple: 10 });
  await client.call(submitLever, { ...market, type: 1, status: 0, share: 1, multiple: 10, target_price: '60000' });
  await client.call(submitMicro, { match_id: bitcoin, currency_id: usdt, type: 1, seconds: 300, number: '10' });
  await client.call(convert, { currency_id: usdt, targetCurrency: bitcoin, number: '100' });
  const content = 'I would like to know how all of this works here, step by step.';
  await client.call(addFeedback, { type: 'trade', title: 'A question', content });
  const { wallets } = await client.call(depositWallet, { currency_id: usdt });
  await client.call(demoFaucet, { currency_id: usdt, address: wallets[0]?.address ?? '' });
  const { address } = await client.call(outsideWallet, {});
  await client.call(sendEmail, { type: codePurpose.security });
  const kept = await client.call(demoOutbox, { to: account });
  const code = kept.find((message) => message.code !== '')?.code ?? '';
  await client.call(saveWithdrawalAddress, {
    currency_protocol_id: wallets[0]?.currency_protocol_id ?? 0,
    address,
    label: 'My wallet',
    code,
  });
}
