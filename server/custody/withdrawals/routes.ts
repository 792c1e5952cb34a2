import type { CallInput } from '@bourse/contract';
import {
  cancelOwnWithdrawal,
  type WithdrawalQuote,
  withdrawalQuote,
  ownWithdrawal,
  ownWithdrawals,
  addWithdrawal,
} from '@bourse/contract/withdrawals';
import { accountType } from '@bourse/engine';
import type { Kysely } from 'kysely';
import type { CurrencyProtocol } from '../chains/index.ts';
import { outflowRoomOf, withdrawableOf } from '../credits/index.ts';
import { inTransaction, safeInteger, type Schema } from '../../ground/database/index.ts';
import { unitsText } from '../../ground/feed/index.ts';
import {
  type AnswerTo,
  done,
  type Gateway,
  type Member,
  pageOf,
  readPaging,
  refused,
} from '../../ground/gateway/index.ts';
import { dollarsText, worthForLimits } from '../../trading/index-price/index.ts';
import { leverSpare } from '../../trading/leverage/index.ts';
import { restrictionView } from '../../people/restrictions/index.ts';
import { readPayments } from '../outgoing/index.ts';
import { cancelWithdrawal } from './cancel.ts';
import { dayLimit, outflowWithinDay } from './day-limit.ts';
import { accountOf, readReceiver, readUnits, type RequestParts, requestWithdrawal } from './request.ts';
import { feeOf, netOf } from './terms.ts';
import { longestWait, type Wait, waitOfAccount, waitOfAddress } from './waiting.ts';
import { movementReason, statusOf, withdrawalOnWire, type WithdrawalSurroundings } from './wire.ts';
import { findWithdrawal, readWithdrawalsOf, referenceOf, type Withdrawal } from './withdrawal.ts';

export interface WithdrawalRouteParts extends RequestParts {
  readonly surroundings: WithdrawalSurroundings;
  /** Called after each step that a request has taken. */
  readonly changed: (withdrawal: Withdrawal) => void;
}

/** Serves the withdrawals of users. */
export function registerWithdrawals(gateway: Gateway, parts: WithdrawalRouteParts): void {
  const { db, surroundings } = parts;

  gateway.member(withdrawalQuote, (input, member) => quote(parts, input, member));

  gateway.member(addWithdrawal, async (input, member) => {
    const made = await requestWithdrawal(parts, input, member);
    if ('ok' in made) return made;
    parts.changed(made);
    return done(withdrawalOnWire(surroundings, made, await paymentOf(db, made.id), member.language));
  });

  gateway.member(cancelOwnWithdrawal, (input, member) => cancel(parts, Number(input.id), member));

  gateway.member(ownWithdrawals, async (input, { language, user }) => {
    const paging = readPaging(input);
    if (!paging.ok) return paging;
    const currency = input.currency_id === undefined ? null : Number(input.currency_id);
    const { rows, total } = await readWithdrawalsOf(db, user, { ...paging, currency });
    const payments = await readPayments(
      db,
      rows.map(({ id }) => referenceOf(id)),
    );
    const data = rows.map((row) =>
      withdrawalOnWire(surroundings, row, payments.get(referenceOf(row.id)) ?? null, language),
    );
    return done(pageOf(data, total, paging));
  });

  gateway.member(ownWithdrawal, async (input, { language, user }) => {
    const found = await findWithdrawal(db, user, Number(input.id));
    if (found === null || found.stage === 'void') return refused('draw_unknown');
    const steps = await db
      .selectFrom('withdrawal_steps')
      .select(['stage', 'at', 'reason'])
      .where('withdrawal_id', '=', String(found.id))
      .orderBy('id')
      .execute();
    return done({
      row: withdrawalOnWire(surroundings, found, await paymentOf(db, found.id), language),
      steps: steps.map(({ at, reason, stage }) => ({
        status: statusOf(stage),
        at: safeInteger(at),
        reason: movementReason(reason),
      })),
    });
  });
}

async function paymentOf(db: Kysely<Schema>, id: number) {
  return (await readPayments(db, [referenceOf(id)])).get(referenceOf(id)) ?? null;
}

/** The terms of a withdrawal, and every reason that would refuse it now. */
async function quote(
  parts: WithdrawalRouteParts,
  input: CallInput<typeof withdrawalQuote>,
  { user }: Member,
): Promise<AnswerTo<typeof withdrawalQuote>> {
  const { chains, identityDb, now, proofs, settings, verified, views } = parts;
  const protocol = chains.protocol(Number(input.currency_protocol_id));
  if (protocol === null) return refused('protocol_unknown');
  const account = accountOf(input.account_type_id);
  if (account === null) return refused('account_unknown');
  const currency = views.listings.currency(protocol.currency);
  const { available } = views.balances.read(user, account, currency.id);
  const room = outflowRoomOf(views, user, currency);
  const isStopped = restrictionView.of(views).scopeOf(user) !== 'none';
  const spare = account === accountType.lever ? leverSpare(views, user, currency.id) : available;
  const free = withdrawableOf(views, user)(currency.id, spare);
  const maximum = Math.min(free, protocol.withdrawalMax);
  const units = input.number === undefined ? maximum : readUnits(input, currency);
  // Without an amount the terms are those of nothing.
  if (typeof units !== 'number' && units.error !== 'quantity_required') return { ...units, error: units.error };
  const amount = typeof units === 'number' ? units : 0;
  const limit = dayLimit(settings, await verified.statusOf(user));
  const used = await outflowWithinDay(identityDb, user, now());
  const left = limit > used ? limit - used : 0n;
  const worth = worthForLimits(views, currency, amount, now());
  const receiver = await quotedReceiver(parts, input, protocol);
  const refusedFor = receiver !== null && 'ok' in receiver ? receiver.error : null;
  const isHeldBack = amount <= spare && amount > free && !room.hasDebt && !isStopped;
  const isOfDeposits = amount > (room.coveredDeposits ?? Infinity);
  const reasons: [WithdrawalQuote['reasons'][number], boolean][] = [
    ['draw_closed', !protocol.opensWithdrawals || chains.chain(protocol.chain) === null],
    ['outflow_stopped', isStopped],
    ['draw_unverified', limit === 0n],
    ['trade_password_missing', !(await proofs.payPasswords.has(user))],
    ['debt_outstanding', room.hasDebt],
    ['draw_below_minimum', amount < protocol.withdrawalMin || netOf(amount, protocol.fee) === 0],
    ['draw_above_maximum', amount > protocol.withdrawalMax],
    ['insufficient_balance', amount > available],
    ['margin_needed', amount <= available && amount > spare],
    ['deposit_unmatured', isHeldBack && isOfDeposits],
    ['coins_maturing', isHeldBack && !isOfDeposits],
    ['draw_limit_exceeded', limit > 0n && (worth ?? 0n) > left],
    ['draw_price_unavailable', worth === null],
  ];
  const wait = await waitOf(parts, { input, protocol: protocol.id, user });
  return done({
    fee: unitsText(currency, feeOf(amount, protocol.fee)),
    net: unitsText(currency, netOf(amount, protocol.fee)),
    maximum: unitsText(currency, maximum),
    day_limit: dollarsText(limit),
    day_left: dollarsText(left),
    unmatured: room.unmaturedUsd ?? '0',
    waits_until: wait?.untilMs ?? null,
    waits_for: wait?.reason ?? null,
    reasons: [
      ...(refusedFor === null ? [] : [refusedFor]),
      ...reasons.flatMap(([reason, applies]) => (applies ? [reason] : [])),
    ],
  });
}

/** The receiver of a quote, read as a request reads it; null without an address, or while the network is closed. */
async function quotedReceiver(
  parts: WithdrawalRouteParts,
  { address = '', memo }: CallInput<typeof withdrawalQuote>,
  protocol: CurrencyProtocol,
) {
  const chain = parts.chains.chain(protocol.chain);
  return address === '' || chain === null ? null : readReceiver(parts, { chain, input: { address, memo }, protocol });
}

/** The wait of a payment that is requested now; without an address, that of one which was paid before. */
async function waitOf(
  { chains, identityDb, now, settings }: WithdrawalRouteParts,
  { input, protocol, user }: { input: CallInput<typeof withdrawalQuote>; protocol: number; user: Member['user'] },
): Promise<Wait | null> {
  const nowMs = now();
  const waits = [await waitOfAccount(identityDb, settings, user, nowMs)];
  const chain = chains.chain(chains.protocol(protocol)?.chain ?? 0);
  const checked = input.address === undefined ? undefined : chain?.adapter.checkAddress(input.address);
  if (checked !== undefined && 'address' in checked) {
    const memo = input.memo?.trim() ?? '';
    const receiver = { user, protocol, address: checked.address, memo: memo === '' ? null : memo };
    waits.push(await waitOfAddress(identityDb, settings, receiver, nowMs));
  }
  return longestWait(nowMs, waits);
}

/** Ends a withdrawal that is not paid, or asks for the replacement of its payment. */
async function cancel(
  parts: WithdrawalRouteParts,
  id: number,
  { language, user }: Member,
): Promise<AnswerTo<typeof cancelOwnWithdrawal>> {
  const { db, now, surroundings } = parts;
  const found = await findWithdrawal(db, user, id);
  if (found === null || found.stage === 'void') return refused('draw_unknown');
  const ended = await inTransaction(db, async (transaction) =>
    cancelWithdrawal(transaction, id, { atMs: now(), keepsFee: true }),
  );
  if (ended === null) return refused('draw_not_cancellable');
  parts.changed(ended);
  return done(withdrawalOnWire(surroundings, ended, await paymentOf(db, id), language));
}
