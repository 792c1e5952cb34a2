import { moneyEvent } from '../declaration/event.ts';
import { sentTerms } from './commands.ts';

export const sendingEvents = {
  /** Coins were sent to another user. A `debt_repaid` follows if the receiver had a debt in the currency. */
  sent: moneyEvent({ cause: 'sent', gained: 'received', id: 'n' }, sentTerms, 'user'),
};
