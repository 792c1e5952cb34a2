import type { Feedback } from '@bourse/contract/support';
import type { Person } from './running-venue.ts';

/** The id of a new feedback of a user. */
export async function feedbackOf(person: Person): Promise<number> {
  const content = 'My deposit of yesterday is still not in my account.';
  const { body } = await person.post<Feedback>('feedback/add', { type: 'trade', title: 'Deposit', content });
  return body.data.id;
}
