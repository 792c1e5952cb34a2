import type { CallInput } from '@bourse/contract';
import type { Recipient, sendCoins } from '@bourse/contract/sending';
import { accountType, type UserId, userId } from '@bourse/engine';
import type { Transaction } from 'kysely';
import { inTransaction, type Schema } from '../../ground/database/index.ts';
import { type Currency, unitsText } from '../../ground/feed/index.ts';
import { type Member, type Refused, refused } from '../../ground/gateway/index.ts';
import type { Proofs, Sessions } from '../../people/identity/index.ts';
import { sendingTerms } from '../../people/notify/index.ts';
import type { VerifiedPort } from '../../people/verification/index.ts';
import { worthForLimits } from '../../trading/index-price/index.ts';
import { lockOutflow, readUnits, waitOfAccount, type WaitingSettings } from '../withdrawals/index.ts';
import { dollars, refusalBy, roomOf, type SendingLimits } from './limits.ts';
import type { Recipients } from './recipients.ts';
import { type Sender, type SendingRefusal, voidRefusal } from './sender.ts';
import { findByKey, type Send, sendOf } from './sends.ts';
import type { With } from '../../ground/parts.ts';
import { minuteText } from '../../ground/texts/index.ts';

type Input = CallInput<typeof sendCoins>;

export interface SendParts extends With<'identityDb' | 'now' | 'views'> {
  readonly proofs: Pick<Proofs, 'factors' | 'payPasswords' | 'sendingCodes'>;
  readonly recipients: Recipients;
  readonly sender: Pick<Sender, 'decide'>;
  readonly sessions: Pick<Sessions, 'stillKnown'>;
  readonly settings: SendingLimits & WaitingSettings;
  readonly verified: Pick<VerifiedPort, 'statusOf'>;
}

/** The checked terms of a request. */
interface Terms {
  readonly currency: Currency;
  readonly units: number;
  readonly worth: bigint;
  readonly recipient: Recipient;
}

/**
 * Sends coins to another user. The row is stored with its limits and its proofs before the coins move, under the number
 * of the row; whatever happens then, the same command is submitted again until its outcome is known. Everything that a
 * person can mistype is judged before a proof is used up.
 */
export async function requestSend(parts: SendParts, input: Input, member: Member): Promise<Send | SendingRefusal> {
  const { identityDb } = parts;
  const { user } = member;
  const key = member.requestKey ?? crypto.randomUUID();
  const known = await findByKey(identityDb, user, key);
  if (known !== null) return repeated(parts, known, input);
  const terms = await readTerms(parts, input, user);
  if ('ok' in terms) return terms;
  const wrong = await wrongProof(parts, input, member);
  if (wrong !== null) return wrong;
  const stored = await store(parts, { input, key, member, terms });
  if ('ok' in stored) return stored;
  return stored.isKnown ? repeated(parts, stored.row, input) : parts.sender.decide(stored.row.id);
}

/** The first answer to a key. */
async function repeated({ sender, views }: SendParts, known: Send, input: Input): Promise<Send | SendingRefusal> {
  const isSame =
    known.to === Number(input.to_uid) &&
    known.currency === Number(input.currency_id) &&
    known.amount === readUnits(input, views.listings.currency(known.currency));
  if (!isSame) return refused('idempotency_key_reused');
  return known.stage === 'creating' ? sender.decide(known.id) : (voidRefusal(known) ?? known);
}

/** The amount of a request, and its worth for the limits. */
export function readAmount(
  { now, settings, views }: Pick<SendParts, 'now' | 'settings' | 'views'>,
  input: { readonly currency_id: Input['currency_id']; readonly number?: Input['number'] | undefined },
  user: UserId,
): Omit<Terms, 'recipient'> | Refused<AmountRefusal> {
  const currency = views.listings.findCurrency(Number(input.currency_id));
  if (currency === undefined) return refused('currency_unknown');
  const units = readUnits(input, currency);
  if (typeof units !== 'number') return units;
  const worth = worthForLimits(views, currency, units, now());
  if (worth === null) return refused('draw_price_unavailable', { currency: currency.code });
  if (worth < dollars(settings.send_min_usd))
    return refused('transfer_below_minimum', { minimum: String(settings.send_min_usd) });
  const { available } = views.balances.read(user, accountType.change, currency.id);
  if (units > available) {
    const figures = { available: unitsText(currency, available), needed: unitsText(currency, units) };
    return refused('insufficient_balance', { ...figures, currency: currency.code });
  }
  return { currency, units, worth };
}

export type AmountRefusal =
  | 'currency_unknown'
  | 'quantity_required'
  | 'invalid_request'
  | 'quantity_precision'
  | 'amount_too_large'
  | 'draw_price_unavailable'
  | 'transfer_below_minimum'
  | 'insufficient_balance';

async function readTerms(parts: SendParts, input: Input, user: UserId): Promise<Terms | SendingRefusal> {
  const amount = readAmount(parts, input, user);
  if ('ok' in amount) return amount;
  const uid = Number(input.to_uid);
  if (uid === user) return refused('recipient_self');
  if ((await parts.verified.statusOf(user)) !== 2) return refused('draw_unverified');
  const recipient = await parts.recipients.find(user, uid);
  return 'ok' in recipient ? recipient : { ...amount, recipient };
}

/** The code costs less to check than the trade password; the second factor is the last, because it is used up. */
async function wrongProof({ proofs }: SendParts, input: Input, member: Member): Promise<SendingRefusal | null> {
  const { user } = member;
  const code = await proofs.sendingCodes.test(user, termsOf(input), input.code ?? '');
  if (code !== null) return code;
  const password = await proofs.payPasswords.check(user, input.pay_password, member);
  if (password !== null) return password;
  const { passkey, totp_code } = input;
  return proofs.factors.check(
    user,
    { ...(totp_code !== undefined && { totp_code }), ...(passkey !== undefined && { passkey }) },
    member,
  );
}

function termsOf({ currency_id, number = '', to_uid }: Input): string {
  return sendingTerms({ currency_id, number, to_uid });
}

interface Request {
  readonly input: Input;
  readonly key: string;
  readonly member: Member;
  readonly terms: Terms;
}

/**
 * Redeems the code and stores the row in one transaction, one at a time for each user, also with withdrawals. A request
 * with the same key may have stored it in the meantime. The session and the waiting time are judged here: a thief's
 * session may have ended, and a password may have changed, while the proofs were checked.
 */
async function store(
  parts: SendParts,
  request: Request,
): Promise<{ readonly row: Send; readonly isKnown: boolean } | SendingRefusal> {
  const { identityDb, now, proofs, recipients, sessions, settings } = parts;
  const { input, key, member, terms } = request;
  const { user } = member;
  const ownHint = await recipients.hintOf(user);
  const to = userId(terms.recipient.uid);
  return inTransaction(identityDb, async (transaction) => {
    await lockOutflow(transaction, user);
    const known = await findByKey(transaction, user, key);
    if (known !== null) return { row: known, isKnown: true };
    const nowMs = now();
    const wait = await waitOfAccount(transaction, settings, user, nowMs);
    if (wait !== null) return refused('transfer_waits', { until: minuteText(wait.untilMs) });
    const room = await roomOf(transaction, settings, { user, to, nowMs });
    const beyond = refusalBy(room, terms.worth, settings);
    if (beyond !== null) return beyond;
    const wrong = await proofs.sendingCodes.redeem(transaction, user, termsOf(input), input.code ?? '');
    if (wrong !== null) return wrong;
    if (sessions.stillKnown(member.session) === undefined) return refused('session_ended');
    return { row: await insert(transaction, request, { ownHint, nowMs }), isKnown: false };
  });
}

async function insert(
  transaction: Transaction<Schema>,
  { key, member: { user }, terms: { currency, recipient, units, worth } }: Request,
  { nowMs, ownHint }: { readonly nowMs: number; readonly ownHint: string },
): Promise<Send> {
  const row = await transaction
    .insertInto('sends')
    .values({
      user_id: user,
      to_user_id: recipient.uid,
      user_hint: ownHint,
      to_hint: recipient.hint,
      currency_id: currency.id,
      amount: units,
      worth: String(worth),
      request_key: key,
      stage: 'creating',
      created_at: nowMs,
      changed_at: nowMs,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return sendOf(row);
}
