import { setTimeout as pause } from 'node:timers/promises';
import { ownLever, submitLever } from '@bourse/contract/leverage';
import { accountTransfer } from '@bourse/contract/wallet';
import type { Client } from '@bourse/e2e/client';

/** The most positions of an account. */
const positions = 100;
const held = 1;

/** Gives a client as many positions as an account may have, for little margin. The index must be live. */
export async function holdPositions(client: Client): Promise<void> {
  await client.call(accountTransfer, { currency_id: 3, balance: '187', from: 'change_account', to: 'lever_account' });
  const order = { currency_match_id: 1, type: 1, status: 1, share: 1, multiple: 200 };
  for (let n = 0; n < positions; n += 1) {
    await client.call(submitLever, order);
    await pause(20);
  }
  for (;;) {
    const { total } = await client.call(ownLever, { status: held });
    if (total === positions) return;
    await pause(200);
  }
}
