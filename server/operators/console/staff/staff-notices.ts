import type { Transaction } from 'kysely';
import type { Schema } from '../../../ground/database/index.ts';
import { addStaffMail, type StaffLetter, type StaffPost } from '../staff-mail.ts';
import { activeStaff } from './staff-roll.ts';

const minuteMs = 60_000;

/** How long a notice to administrators is worth sending. */
const noticeMs = 2 * 24 * 60 * minuteMs;

/** How long an invitation is valid. */
export const invitationMs = 30 * minuteMs;

interface Named {
  readonly name: string;
  readonly email: string;
}

/** Queues a mail to every active administrator, within the transaction of its cause. */
export async function mailAdmins(
  transaction: Transaction<Schema>,
  notify: StaffPost,
  letter: StaffLetter,
  nowMs: number,
): Promise<void> {
  const admins = (await activeStaff(transaction)).filter(({ roles }) => roles.includes('admin'));
  const addresses = admins.map(({ email }) => email);
  await addStaffMail(transaction, notify, addresses, letter, nowMs + noticeMs);
}

/** Queues the mail with an invitation, which expires with its link. */
export async function mailInvitation(
  transaction: Transaction<Schema>,
  notify: StaffPost,
  { email, name }: Named,
  link: string,
  nowMs: number,
): Promise<void> {
  const letter: StaffLetter = {
    subject: 'Set up your access to the console',
    lead: `Hello ${name}, open this link to choose a password and set up an authenticator app:`,
    facts: [['Link', link]],
    advice: [
      'The link works once, within 30 minutes. If it has expired, ask an administrator for another one.',
      'Do not forward it: it gives access to the operators’ console in your name.',
    ],
  };
  await addStaffMail(transaction, notify, [email], letter, nowMs + invitationMs);
}

/** Reports to administrators that a person is locked out. */
export function lockNotice({ name, email }: Named, network: string, nowMs: number): StaffLetter {
  return {
    subject: 'A member of staff is locked out',
    lead: `${name} (${email}) is locked out for 30 minutes after five failed attempts within 15 minutes.`,
    facts: factsOf(network, nowMs),
    advice: ['If it was someone else, they may know the password: reset the person’s access in the console.'],
  };
}

/** Reports to administrators that a recovery code was used. */
export function recoveryNotice({ name, email }: Named, left: number, network: string, nowMs: number): StaffLetter {
  return {
    subject: 'A recovery code was used',
    lead: `${name} (${email}) logged in to the console with a recovery code. Unused codes left: ${left}.`,
    facts: factsOf(network, nowMs),
    advice: ['If it was someone else, reset the person’s access in the console at once.'],
  };
}

function factsOf(network: string, nowMs: number): [string, string][] {
  return [
    ['Network', network],
    ['Time', `${new Date(nowMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`],
  ];
}
