import type { WalletMovement } from '@bourse/contract/wallet';
import type { Person, Reply, RunningVenue, SocketClient } from './running-venue.ts';
import { imageOf } from './uploads.ts';

export const tradePassword = 'Vx7qmd3k';

/** Submits documents, which sets the trade password. */
export async function submitDocuments(venue: RunningVenue, person: Person): Promise<void> {
  const [front_pic, reverse_pic] = [await imageOf(venue, person.token), await imageOf(venue, person.token)];
  const fields = { name: 'Ann Lee', card_id: `L01X${person.id}`, front_pic, reverse_pic, pay_password: tradePassword };
  const { body } = await person.post('user_real/real_name', fields);
  if (body.code !== 1) throw new Error(body.error);
}

/** A request for a withdrawal of USDT on the demo chain. */
export interface WithdrawalFields {
  readonly currency_id?: number;
  readonly currency_protocol_id?: number;
  readonly number: string;
  readonly address: string;
  readonly [field: string]: unknown;
}

/** Sends the code for a withdrawal and requests it. */
export async function withdraw(
  venue: RunningVenue,
  person: Person,
  fields: WithdrawalFields,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply<WalletMovement>> {
  const terms = { currency_id: 3, currency_protocol_id: 3, ...fields };
  const code = await withdrawalCode(venue, person, terms);
  return person.post<WalletMovement>(
    'account/draw',
    { ...terms, pay_password: tradePassword, code, ...fields },
    headers,
  );
}

/** A code that is bound to the terms of a withdrawal. */
export async function withdrawalCode(venue: RunningVenue, person: Person, terms: WithdrawalFields): Promise<string> {
  const { address, number } = terms;
  const bound = { type: 4, currency_protocol_id: terms.currency_protocol_id ?? 3, number, address };
  const sent = await person.post('notify/send_email', bound);
  if (sent.body.code !== 1) throw new Error(sent.body.error);
  return (await venue.outbox(person.account)).find((message) => message.code !== '')?.code ?? '';
}

/** The next message about a withdrawal with a status, and with as many confirmations if they are given. */
export async function withdrawalStep(
  socket: SocketClient,
  id: number,
  status: string,
  confirmations?: number,
): Promise<WalletMovement> {
  const message = await socket.message((heard) => {
    const row = heard['row'] as WalletMovement | undefined;
    if (heard.type !== 'WALLET' || heard['kind'] !== 'withdrawal' || row?.id !== id) return false;
    return row.status === status && (confirmations === undefined || row.confirmations === confirmations);
  });
  return message['row'] as WalletMovement;
}
