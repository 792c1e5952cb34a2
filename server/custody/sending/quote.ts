import type { CallInput } from '@bourse/contract';
import type { SendingQuote, SendingReason, sendingQuote } from '@bourse/contract/sending';
import { accountType, isUserId, type UserId } from '@bourse/engine';
import { type Currency, unitsText, type Views } from '../../ground/feed/index.ts';
import { type AnswerTo, done, refused } from '../../ground/gateway/index.ts';
import type { Proofs } from '../../people/identity/index.ts';
import { restrictionView } from '../../people/restrictions/index.ts';
import { dollarsText, worthForLimits } from '../../trading/index-price/index.ts';
import { outflowRoomOf, withdrawableOf } from '../credits/index.ts';
import { waitOfAccount } from '../withdrawals/index.ts';
import { dollars, type Room, roomOf } from './limits.ts';
import type { SendParts } from './request.ts';

export interface QuoteParts extends Omit<SendParts, 'proofs' | 'recipients' | 'sender' | 'sessions'> {
  readonly proofs: Pick<Proofs, 'payPasswords'>;
}

/** The terms on which a user can send a currency now, and every reason that would refuse it. */
export async function quoteSending(
  parts: QuoteParts,
  input: CallInput<typeof sendingQuote>,
  user: UserId,
): Promise<AnswerTo<typeof sendingQuote>> {
  const { identityDb, now, proofs, settings, verified, views } = parts;
  const currency = views.listings.findCurrency(Number(input.currency_id));
  if (currency === undefined) return refused('currency_unknown');
  const nowMs = now();
  const { available } = views.balances.read(user, accountType.change, currency.id);
  const uid = input.to_uid === undefined ? null : Number(input.to_uid);
  const to = uid !== null && isUserId(uid) ? uid : null;
  const room = await roomOf(identityDb, settings, { user, to, nowMs });
  const wait = await waitOfAccount(identityDb, settings, user, nowMs);
  const isVerified = (await verified.statusOf(user)) === 2;
  const minimum = leastUnits(views, currency, { worth: dollars(settings.send_min_usd), nowMs });
  const least = dollars(settings.send_min_usd);
  const reasons: [SendingReason, boolean][] = [
    ['draw_unverified', !isVerified],
    ['trade_password_missing', isVerified && !(await proofs.payPasswords.has(user))],
    ['outflow_stopped', restrictionView.of(views).scopeOf(user) !== 'none'],
    ['debt_outstanding', outflowRoomOf(views, user, currency).hasDebt],
    ['draw_price_unavailable', minimum === null],
    ['transfer_waits', wait !== null],
    ['draw_limit_exceeded', room.left < least],
    ['transfers_used_up', room.sendsLeft === 0],
    ['transfer_recipient_new', room.newLeft !== null && room.newLeft < least],
  ];
  const quote: SendingQuote = {
    available: unitsText(currency, available),
    decimals: currency.decimals,
    maximum: unitsText(
      currency,
      Math.min(withdrawableOf(views, user)(currency.id, available), mostUnits(views, currency, { room, nowMs })),
    ),
    minimum_usd: String(settings.send_min_usd),
    minimum: minimum === null ? null : unitsText(currency, minimum),
    day_limit: dollarsText(room.limit),
    day_left: dollarsText(room.left),
    new_left: room.newLeft === null ? null : dollarsText(room.newLeft),
    sends_left: room.sendsLeft,
    waits_until: wait?.untilMs ?? null,
    reasons: reasons.flatMap(([reason, applies]) => (applies ? [reason] : [])),
  };
  return done(quote);
}

/** The least amount of a worth, in units of the ledger; null without a price. */
function leastUnits(
  views: Views,
  currency: Currency,
  { nowMs, worth }: { readonly worth: bigint; readonly nowMs: number },
): number | null {
  if (worthForLimits(views, currency, 1, nowMs) === null) return null;
  const least = firstUnits((units) => (worthForLimits(views, currency, units, nowMs) ?? -1n) >= worth);
  return least > Number.MAX_SAFE_INTEGER ? null : least;
}

/** The greatest amount that the limits leave room for; nothing without a price. */
function mostUnits(
  views: Views,
  currency: Currency,
  { nowMs, room }: { readonly room: Room; readonly nowMs: number },
): number {
  const left = room.newLeft === null || room.newLeft > room.left ? room.left : room.newLeft;
  return firstUnits((units) => (worthForLimits(views, currency, units, nowMs) ?? left + 1n) > left) - 1;
}

/** The least amount from 1 for which a condition holds that holds for all greater ones too; 2⁵³ if there is none. */
function firstUnits(holds: (units: number) => boolean): number {
  let [low, high] = [1, Number.MAX_SAFE_INTEGER + 1];
  while (low < high) {
    const middle = Math.floor(low + (high - low) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
