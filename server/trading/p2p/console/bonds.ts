import { p2pCalls } from '@bourse/contract/console';
import { countWords } from '@bourse/contract/support';
import { isUserId, userId } from '@bourse/engine';
import { safeInteger } from '../../../ground/database/index.ts';
import { unitsText } from '../../../ground/feed/index.ts';
import { answered, changed, knownUser, refusal } from '../../../ground/console-gateway/index.ts';
import { bondKeptMs, noticeOfReturn } from '../shop/apply.ts';
import { bondCurrency, movePart, partsOf, returnedOf, sumOf } from '../shop/bonds.ts';
import { lockMerchant, merchantOf } from '../shop/merchant.ts';
import type { P2pConsoleParts } from './parts.ts';
import { pageWith, readPage } from './place.ts';

/** The words with which both sides are given a reason. */
const minWords = 10;

/** Serves the bonds of merchants to staff, who can pay parts to a harmed person or return them. */
export function registerBondConsole(parts: P2pConsoleParts): void {
  const { bonds, console, identityDb, notices, now, views } = parts;

  console.read(p2pCalls.p2pBonds, async ({ user, ...paging }) => {
    const read = readPage(paging);
    if (read === 'malformed') return refusal('invalid_request', { field: 'cursor', problem: 'format' });
    const { after, limit } = read;
    const rows = await identityDb
      .selectFrom('merchants')
      .selectAll()
      .where((of) =>
        of.exists(
          of
            .selectFrom('merchant_bonds')
            .select('merchant_bonds.id')
            .whereRef('merchant_bonds.user_id', '=', 'merchants.user_id')
            .where('merchant_bonds.stage', '<>', 'void'),
        ),
      )
      .$if(user !== undefined, (query) => query.where('user_id', '=', String(Number(user))))
      .where('user_id', '>', String(after.id))
      .orderBy('user_id')
      .limit(limit + 1)
      .execute();
    const { next, page } = pageWith(rows.map(merchantOf), limit, ({ user: id }) => ({ group: 0, key: 0, id }));
    const currency = bondCurrency(views.listings);
    const shown = await Promise.all(
      page.map(async (merchant) => {
        const [all, returned] = await Promise.all([
          partsOf(identityDb, merchant.user),
          returnedOf(identityDb, merchant.user),
        ]);
        const held = all.filter(({ stage }) => stage === 'held' || stage === 'holding');
        const part = held[0]?.amount ?? all.at(-1)?.amount ?? returned.last;
        return {
          id: merchant.user,
          merchant: merchant.name,
          state: merchant.state === 'applying' ? ('none' as const) : merchant.state,
          currency_code: currency.code,
          part: unitsText(currency, part),
          parts_held: held.length,
          held: unitsText(currency, sumOf(all, 'held', 'holding')),
          paid: unitsText(currency, sumOf(all, 'paying', 'paid')),
          returned: unitsText(currency, sumOf(all, 'returning') + returned.sum),
          returned_at:
            merchant.state === 'leaving' && merchant.leftAtMs !== null ? merchant.leftAtMs + bondKeptMs : null,
        };
      }),
    );
    return answered({ rows: shown, next, as_of: now() });
  });

  console.change(p2pCalls.payP2pBond, async (input, { committed, now: nowMs, transaction }) => {
    const merchant = isUserId(input.user_id) ? await lockMerchant(transaction, userId(input.user_id)) : null;
    if (merchant === null) return refusal('merchant_unknown');
    const words = input.words.trim();
    if (countWords(words) < minWords) {
      return refusal('words_too_few', { minimum: minWords, words: countWords(words) });
    }
    const to = await knownUser({ identityDb: transaction }, input.to);
    if (to === null || to === merchant.user) return refusal('user_unknown', { user: input.to });
    const isBetween = await parts.orders.isBetween(transaction, input.order_id, [merchant.user, to]);
    if (!isBetween) return refusal('order_unknown');
    const held = (await partsOf(transaction, merchant.user)).filter(({ stage }) => stage === 'held');
    if (held.length < input.parts) return refusal('bond_parts', { held: held.length });
    const paid = await movePart(transaction, merchant.user, {
      from: 'held',
      to: 'paying',
      nowMs,
      count: input.parts,
      paid: { to, order: input.order_id, words },
    });
    const currency = bondCurrency(views.listings);
    const coins = unitsText(
      currency,
      paid.reduce((sum, { amount }) => sum + amount, 0),
    );
    const figures = { coins, currency: currency.code, words };
    const sends = [
      await notices.write(transaction, merchant.user, 'p2p_bond_paid', figures),
      await notices.write(transaction, to, 'p2p_damage_paid', figures),
    ];
    committed(async () => {
      for (const send of sends) send();
      await bonds.carryOut(merchant.user);
      parts.merchantChanged(merchant.user);
    });
    return changed(
      { parts_held: held.length - input.parts },
      {
        subject: { kind: 'user', id: String(merchant.user) },
        before: { parts_held: held.length },
        after: { parts_held: held.length - input.parts, to, coins, order: input.order_id, words },
      },
    );
  });

  console.change(p2pCalls.returnP2pBond, async (input, { committed, now: nowMs, transaction }) => {
    const merchant = isUserId(input.user_id) ? await lockMerchant(transaction, userId(input.user_id)) : null;
    if (merchant === null) return refusal('merchant_unknown');
    // A merchant who trades needs it, and so do an application and everyone who may be harmed in an open order.
    if (merchant.state === 'approved' || merchant.state === 'pending') return refusal('bond_needed');
    if (await parts.orders.hasOpenCase(transaction, merchant.user)) return refusal('bond_needed');
    const held = (await partsOf(transaction, merchant.user)).filter(({ stage }) => stage === 'held');
    if (held.length < input.parts) return refusal('bond_parts', { held: held.length });
    const move = { from: 'held', to: 'returning', nowMs, count: input.parts } as const;
    const returned = await movePart(transaction, merchant.user, move);
    const send = await noticeOfReturn(notices, transaction, views.listings, merchant.user, returned);
    committed(async () => {
      send?.();
      await bonds.carryOut(merchant.user);
      parts.merchantChanged(merchant.user);
    });
    return changed(
      { parts_held: held.length - input.parts },
      {
        subject: { kind: 'user', id: String(merchant.user) },
        before: { parts_held: held.length },
        after: { parts_held: held.length - input.parts },
      },
    );
  });
}

/** The coins of bonds that are held, by currency. */
export async function heldBonds({ identityDb }: Pick<P2pConsoleParts, 'identityDb'>): Promise<Map<number, bigint>> {
  const rows = await identityDb
    .selectFrom('merchant_bonds')
    .select(({ fn }) => ['currency_id', fn.sum<string>('amount').as('sum')])
    .where('stage', 'in', ['held', 'returning', 'paying'])
    .groupBy('currency_id')
    .execute();
  return new Map(rows.map((row) => [row.currency_id, BigInt(safeInteger(row.sum))]));
}
