import type { CallInput, RefusalOf } from '@bourse/contract';
import type { addWithdrawal, ReceiverReason } from '@bourse/contract/withdrawals';
import { type AccountType, accountType, amount, formatDecimal, type RejectionOf } from '@bourse/engine';
import type { Kysely, Transaction } from 'kysely';
import { chainAmount, type Chains, type CurrencyProtocol, type OpenChain } from '../chains/index.ts';
import { type Core, CoreRefusal } from '../../ground/core/index.ts';
import { inTransaction, type Schema } from '../../ground/database/index.ts';
import { type Currency, withdrawalAccounts, unitsText } from '../../ground/feed/index.ts';
import { type Member, readDecimal, type Refused, refused } from '../../ground/gateway/index.ts';
import type { Proofs, Sessions } from '../../people/identity/index.ts';
import { dollarsText, worthForLimits } from '../../trading/index-price/index.ts';
import { withdrawalTerms } from '../../people/notify/index.ts';
import { SignerUnavailable } from '../signer/index.ts';
import { type DayLimits, dayLimit, lockOutflow, outflowWithinDay } from './day-limit.ts';
import { type DeviceSettings, isNewDevice } from './new-device.ts';
import { feeOf } from './terms.ts';
import { take, type Withdrawal, withdrawalOf, withdrawalSource } from './withdrawal.ts';
import { longestWait, type Wait, waitOfAccount, waitOfAddress, type WaitingSettings } from './waiting.ts';
import type { With } from '../../ground/parts.ts';
import { minuteText } from '../../ground/texts/index.ts';

type Input = CallInput<typeof addWithdrawal>;
type Refusal = Refused<RefusalOf<typeof addWithdrawal>>;

/** The addresses that a user has saved. */
export interface SavedAddresses {
  /** A saved address; null if it is not saved, or removed. */
  find(
    user: Member['user'],
    protocol: number,
    address: string,
    memo: string | null,
  ): Promise<{ readonly maturedAtMs: number } | null>;
  /** Whether the user allows no others. */
  onlySaved(user: Member['user']): Promise<boolean>;
  /** Records a withdrawal to an address in its transaction, if the address is saved. */
  markUsed(
    transaction: Transaction<Schema>,
    user: Member['user'],
    receiver: { readonly address: string; readonly memo: string | null; readonly protocol: number },
    atMs: number,
  ): Promise<void>;
}

export interface RequestParts extends With<'db' | 'identityDb' | 'now' | 'views'> {
  readonly chains: Chains;
  readonly core: Pick<Core, 'submit'>;
  readonly isOwnAddress: (chain: OpenChain, address: string) => Promise<boolean>;
  readonly proofs: Pick<Proofs, 'factors' | 'payPasswords' | 'withdrawalCodes'>;
  readonly savedAddresses: SavedAddresses | null;
  readonly sessions: Pick<Sessions, 'stillKnown'>;
  readonly settings: DayLimits & DeviceSettings & WaitingSettings;
  readonly verified: { statusOf(user: Member['user']): Promise<0 | 1 | 2> };
}

/** The checked terms of a request. */
interface Terms {
  readonly protocol: CurrencyProtocol;
  readonly chain: OpenChain;
  readonly currency: Currency;
  readonly account: AccountType;
  readonly amount: number;
  readonly fee: number;
  readonly chainAmount: bigint;
  readonly address: string;
  readonly memo: string | null;
  readonly worth: bigint;
}

/**
 * Requests a withdrawal. The row is stored with its limit and its proofs before the money is held, under the number of
 * the row; whatever happens then, the same hold is requested again until its outcome is known.
 */
export async function requestWithdrawal(
  parts: RequestParts,
  input: Input,
  member: Member,
): Promise<Withdrawal | Refusal> {
  const key = member.requestKey ?? crypto.randomUUID();
  // Before the terms, which may have changed since: a refusal would deny a withdrawal that exists.
  const known = await findByKey(parts.identityDb, member, key);
  if (known !== null) return repeated(parts, known, input);
  const terms = await readTerms(parts, input, member);
  if ('ok' in terms) return terms;
  const wrong = await wrongProof(parts, input, member);
  if (wrong !== null) return wrong;
  const stored = await store(parts, { input, key, member, terms });
  if ('ok' in stored) return stored;
  return stored.isKnown ? repeated(parts, stored.row, input) : hold(parts, stored.row);
}

async function readTerms(parts: RequestParts, input: Input, member: Member): Promise<Terms | Refusal> {
  const { chains, views } = parts;
  const protocol = chains.protocol(Number(input.currency_protocol_id));
  if (protocol === null || protocol.currency !== Number(input.currency_id)) return refused('protocol_unknown');
  const chain = chains.chain(protocol.chain);
  if (!protocol.opensWithdrawals || chain === null) return refused('draw_closed');
  const currency = views.listings.currency(protocol.currency);
  const account = accountOf(input.account_type_id);
  if (account === null) return refused('account_unknown');
  const units = readUnits(input, currency);
  if (typeof units !== 'number') return units;
  const { code } = currency;
  if (units < protocol.withdrawalMin)
    return refused('draw_below_minimum', { minimum: unitsText(currency, protocol.withdrawalMin), currency: code });
  if (units > protocol.withdrawalMax)
    return refused('draw_above_maximum', { maximum: unitsText(currency, protocol.withdrawalMax), currency: code });
  const fee = feeOf(units, protocol.fee);
  if (fee >= units) return refused('draw_below_minimum', { minimum: unitsText(currency, fee + 1), currency: code });
  const paid = chainAmount(units - fee, protocol, currency);
  if (paid === null) return refused('quantity_precision', { decimals: protocol.assetDecimals });
  const receiver = await readReceiver(parts, { chain, input, protocol });
  if ('ok' in receiver) return receiver;
  const unsaved = await unsavedRefusal(parts, { account, member, protocol, ...receiver });
  if (unsaved !== null) return unsaved;
  const worth = worthForLimits(views, currency, units, parts.now());
  if (worth === null) return refused('draw_price_unavailable', { currency: code });
  return { protocol, chain, currency, account, amount: units, fee, chainAmount: paid, ...receiver, worth };
}

/** Coins leave the spot, the fiat and the leverage account. */
export function accountOf(id: Input['account_type_id']): AccountType | null {
  return withdrawalAccounts.find((type) => type === Number(id ?? accountType.change)) ?? null;
}

/** @throws nothing; an absent amount is refused */
export function readUnits(
  { number }: { readonly number?: Input['number'] | undefined },
  { decimals }: Currency,
): number | Refused<'quantity_required' | 'invalid_request' | 'quantity_precision' | 'amount_too_large'> {
  const read = readDecimal(number, decimals);
  switch (read.kind) {
    case 'absent':
      return refused('quantity_required');
    case 'malformed':
      return refused('invalid_request', { field: 'number', problem: 'format' });
    case 'too_precise':
      return refused('quantity_precision', { decimals });
    case 'too_large':
      return refused('amount_too_large', { maximum: formatDecimal(Number.MAX_SAFE_INTEGER, decimals) });
    case 'units':
      return read.units;
  }
}

/** The receiver of a request or of a quote, or why it cannot be paid. */
export async function readReceiver(
  { isOwnAddress }: Pick<RequestParts, 'isOwnAddress'>,
  { chain, input, protocol }: GivenReceiver,
): Promise<{ readonly address: string; readonly memo: string | null } | Refused<ReceiverReason | 'draw_closed'>> {
  const checked = chain.adapter.checkAddress(input.address);
  if ('problem' in checked) return refused(checked.problem === 'keyless' ? 'address_keyless' : 'draw_address_invalid');
  const memo = input.memo?.trim() ?? '';
  if (memo !== '' && !protocol.memoRequired) return refused('draw_memo_invalid');
  if (new TextEncoder().encode(memo).length > 64) return refused('draw_memo_invalid');
  try {
    if (await isOwnAddress(chain, checked.address)) return refused('draw_own_address');
  } catch (error) {
    // The own wallets cannot be named while the signer is down: nothing is accepted then.
    if (error instanceof SignerUnavailable) return refused('draw_closed');
    throw error;
  }
  return { address: checked.address, memo: memo === '' ? null : memo };
}

interface GivenReceiver {
  readonly chain: OpenChain;
  readonly input: { readonly address: string; readonly memo?: string | undefined };
  readonly protocol: CurrencyProtocol;
}

interface Receiver {
  readonly account: AccountType;
  readonly address: string;
  readonly memo: string | null;
  readonly member: Member;
  readonly protocol: CurrencyProtocol;
}

/** From the fiat and the leverage account, and if the user wants it so, only saved addresses are paid. */
async function unsavedRefusal(
  { now, savedAddresses }: RequestParts,
  { account, address, member, memo, protocol }: Receiver,
): Promise<Refusal | null> {
  const { user } = member;
  const mustBeSaved = account !== accountType.change || (await savedAddresses?.onlySaved(user)) === true;
  if (!mustBeSaved) return null;
  const saved = (await savedAddresses?.find(user, protocol.id, address, memo)) ?? null;
  return saved === null || saved.maturedAtMs > now() ? refused('draw_address_unsaved') : null;
}

async function findByKey(db: Kysely<Schema>, { user }: Member, key: string): Promise<Withdrawal | null> {
  const row = await db
    .selectFrom('withdrawals')
    .selectAll()
    .where('user_id', '=', String(user))
    .where('request_key', '=', key)
    .executeTakeFirst();
  return row === undefined ? null : withdrawalOf(row);
}

/** The first answer to a key, whatever has happened to the withdrawal since. */
async function repeated(parts: RequestParts, known: Withdrawal, input: Input): Promise<Withdrawal | Refusal> {
  if (!isRequestOf(parts, known, input)) return refused('idempotency_key_reused');
  return known.stage === 'creating' ? hold(parts, known) : (voidRefusal(known) ?? known);
}

/** Whether a request has the terms of a stored withdrawal. */
function isRequestOf({ chains, views }: RequestParts, known: Withdrawal, input: Input): boolean {
  const protocol = chains.protocol(known.protocol);
  const chain = protocol === null ? null : chains.chain(protocol.chain);
  const checked = chain?.adapter.checkAddress(input.address);
  const address = checked !== undefined && 'address' in checked ? checked.address : input.address;
  return (
    known.protocol === Number(input.currency_protocol_id) &&
    known.currency === Number(input.currency_id) &&
    known.accountType === accountOf(input.account_type_id) &&
    known.amount === readUnits(input, views.listings.currency(known.currency)) &&
    known.address === address &&
    (known.memo ?? '') === (input.memo?.trim() ?? '')
  );
}

/** The code costs less to check than the trade password; the second factor is the last, because it is used up. */
async function wrongProof({ proofs }: RequestParts, input: Input, member: Member): Promise<Refusal | null> {
  const { user } = member;
  const code = await proofs.withdrawalCodes.test(user, withdrawalTerms(named(input)), input.code ?? '');
  if (code !== null) return code;
  const password = await proofs.payPasswords.check(user, input.pay_password, member);
  if (password !== null) return password;
  const totp_code = input.totp_code ?? input.totp;
  return proofs.factors.check(
    user,
    { ...(totp_code !== undefined && { totp_code }), ...(input.passkey !== undefined && { passkey: input.passkey }) },
    member,
  );
}

function named({ address, currency_protocol_id, memo, number = '' }: Input) {
  return { address, currency_protocol_id, memo, number };
}

interface Request {
  readonly input: Input;
  readonly key: string;
  readonly member: Member;
  readonly terms: Terms;
}

/**
 * Redeems the code and stores the row in one transaction, one at a time for each user. A request with the same key may
 * have stored it in the meantime. Session and waiting times are judged here: both may have changed while the proofs
 * were checked.
 */
async function store(
  parts: RequestParts,
  request: Request,
): Promise<{ readonly row: Withdrawal; readonly isKnown: boolean } | Refusal> {
  const { input, member, terms } = request;
  const { user } = member;
  const { identityDb, now, proofs, settings, verified } = parts;
  const review = await verified.statusOf(user);
  const nowMs = now();
  const limit = dayLimit(settings, review);
  if (limit === 0n) return refused('draw_unverified');
  const receiver = { user, protocol: terms.protocol.id, address: terms.address, memo: terms.memo };
  return inTransaction(identityDb, async (transaction) => {
    await lockOutflow(transaction, user);
    const known = await findByKey(transaction, member, request.key);
    if (known !== null) return { row: known, isKnown: true };
    const wait = longestWait(nowMs, [
      await waitOfAccount(transaction, settings, user, nowMs),
      await waitOfAddress(transaction, settings, receiver, nowMs),
    ]);
    const flagged = await isNewDevice(transaction, settings, member, nowMs);
    const left = limit - (await outflowWithinDay(transaction, user, nowMs));
    if (terms.worth > left) return refused('draw_limit_exceeded', { left: dollarsText(left > 0n ? left : 0n) });
    const wrong = await proofs.withdrawalCodes.redeem(
      transaction,
      user,
      withdrawalTerms(named(input)),
      input.code ?? '',
    );
    if (wrong !== null) return wrong;
    if (parts.sessions.stillKnown(member.session) === undefined) return refused('session_ended');
    await parts.savedAddresses?.markUsed(transaction, user, receiver, nowMs);
    return { row: await insert(transaction, request, { nowMs, flagged, wait }), isKnown: false };
  });
}

async function insert(
  transaction: Transaction<Schema>,
  { key, member, terms }: Request,
  { flagged, nowMs, wait }: { readonly flagged: boolean; readonly nowMs: number; readonly wait: Wait | null },
): Promise<Withdrawal> {
  const row = await transaction
    .insertInto('withdrawals')
    .values({
      user_id: member.user,
      protocol_id: terms.protocol.id,
      account_type: terms.account,
      currency_id: terms.currency.id,
      amount: terms.amount,
      fee: terms.fee,
      chain_amount: String(terms.chainAmount),
      address: terms.address,
      memo: terms.memo,
      worth: String(terms.worth),
      request_key: key,
      stage: 'creating',
      reason: wait?.reason ?? null,
      flagged,
      earliest_at: wait?.untilMs ?? null,
      created_at: nowMs,
      changed_at: nowMs,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return withdrawalOf(row);
}

export type HoldParts = Pick<RequestParts, 'core' | 'db' | 'now' | 'views'>;

/**
 * Holds the money of a row and records the outcome. The same hold may be asked for any number of times, also at a time:
 * one that succeeds although another was refused before it is released again.
 */
export async function hold(parts: HoldParts, { id }: Pick<Withdrawal, 'id'>): Promise<Withdrawal | Refusal> {
  const { core, db, now, views } = parts;
  const before = await current(db, id);
  if (before.stage !== 'creating') return voidRefusal(before) ?? before;
  const { accountType: from, amount: units, currency, reason: waits, user } = before;
  const reference = { source: withdrawalSource, n: id } as const;
  let outcome;
  try {
    ({ outcome } = await core.submit({
      type: 'hold',
      kind: 'withdrawal',
      user,
      accountType: from,
      currency,
      amount: amount(units),
      ...reference,
    }));
  } catch (error) {
    // The row remains; the hold is requested again.
    if (error instanceof CoreRefusal) return refused('outcome_pending');
    throw error;
  }
  const refusal =
    outcome.type === 'rejected' ? holdRefusal(outcome.rejection, views.listings.currency(currency)) : null;
  const to = refusal === null ? 'requested' : 'void';
  // One that waits keeps the reason.
  const stored = refusal === null ? waits : JSON.stringify(refusal);
  const taken = await inTransaction(db, async (transaction) =>
    take(transaction, id, { from: ['creating'], to, atMs: now(), reason: stored }),
  );
  const after = taken ?? (await current(db, id));
  if (refusal === null && after.stage === 'void') await core.submit({ type: 'release_hold', ...reference });
  return voidRefusal(after) ?? after;
}

/** A withdrawal as it is now. */
export async function current(db: Kysely<Schema>, id: number): Promise<Withdrawal> {
  return withdrawalOf(
    await db.selectFrom('withdrawals').selectAll().where('id', '=', String(id)).executeTakeFirstOrThrow(),
  );
}

/** The refusal with which a void row was answered. */
function voidRefusal({ reason, stage }: Withdrawal): Refusal | null {
  if (stage !== 'void' || reason === null) return null;
  const stored: unknown = JSON.parse(reason);
  return isRefusal(stored) ? stored : null;
}

function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'ok' in value && value.ok === false && 'error' in value;
}

function holdRefusal(rejection: RejectionOf<'hold'>, currency: Currency): Refusal {
  switch (rejection.reason) {
    case 'insufficient_balance': {
      const [available, needed] = [unitsText(currency, rejection.available), unitsText(currency, rejection.needed)];
      return refused('insufficient_balance', { available, needed, currency: currency.code });
    }
    case 'margin_needed':
      return refused('margin_needed', {
        transferable: unitsText(currency, rejection.transferable),
        currency: currency.code,
      });
    case 'debt_outstanding':
      return refused('debt_outstanding');
    case 'deposit_unmatured':
      return refused('deposit_unmatured');
    case 'coins_maturing':
      return refused('coins_maturing', { until: minuteText(rejection.untilMs) });
    case 'outflow_stopped':
      return refused('outflow_stopped');
    case 'currency_unknown':
      return refused('currency_unknown');
    case 'account_invalid':
      return refused('account_unknown');
    case 'amount_invalid':
    case 'cause_invalid':
    case 'user_invalid':
      throw new Error(`The hold of a withdrawal is invalid: ${rejection.reason}.`);
  }
}
