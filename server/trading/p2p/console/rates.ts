import { p2pCalls } from '@bourse/contract/console';
import { wideText } from '../../../ground/feed/index.ts';
import { answered, changed, FigureReader, refusal } from '../../../ground/console-gateway/index.ts';
import { fiats, findFiat, rateDecimals } from '../rates/fiats.ts';
import { nameOf } from './merchants.ts';
import type { P2pConsoleParts } from './parts.ts';

/** A change by more than this many percent needs a second person. */
const carefulPercent = 5n;

/** Serves the rates of fiat currencies to staff. */
export function registerRateConsole(parts: P2pConsoleParts): void {
  const { console, demo, now, rates, roll } = parts;

  console.read(p2pCalls.p2pRates, async () => {
    const names = await roll.names();
    const rows = fiats.map(({ code }) => {
      const rate = rates.find(code);
      return {
        fiat: code,
        version: rate?.version ?? 0,
        rate: rate === null ? null : wideText(rate.rate, rateDecimals),
        source: rate?.source ?? ('operator' as const),
        at: rate?.atMs ?? null,
        stale: rate === null || rates.isStale(rate),
        changed_by: nameOf(rate?.changedBy ?? null, names),
      };
    });
    return answered({ rows, next: null, as_of: now() });
  });

  console.change(
    p2pCalls.setP2pRate,
    async (input, { by, committed, now: nowMs, transaction }) => {
      if (findFiat(input.fiat) === null) return refusal('fiat_unknown');
      const read = new FigureReader();
      const rate = read.wide('rate', input.rate, rateDecimals);
      if (read.problem !== null) return refusal('decimal_invalid', { ...read.problem });
      const known = await transaction
        .selectFrom('fiat_rates')
        .selectAll()
        .where('fiat', '=', input.fiat)
        .forUpdate()
        .executeTakeFirst();
      if ((known?.version ?? 0) !== input.version) return refusal('changed_meanwhile');
      // The rate of a demo stays as it is until it is changed; another one is entered again to renew its time.
      const source = demo ? ('fixed' as const) : ('operator' as const);
      if (known?.source === 'fixed' && BigInt(known.rate) === rate) return refusal('setting_unchanged');
      const row = { rate: String(rate), source, at: nowMs, changed_by: by.id };
      if (known === undefined) {
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('fiat_rates')
          .values({ fiat: input.fiat, ...row })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows !== 1n) return refusal('changed_meanwhile');
      } else {
        await transaction
          .updateTable('fiat_rates')
          .set({ ...row, version: known.version + 1 })
          .where('fiat', '=', input.fiat)
          .execute();
      }
      committed(() => rates.reload());
      return changed(
        { version: (known?.version ?? 0) + 1 },
        {
          subject: { kind: 'fiat', id: input.fiat },
          before: known === undefined ? null : { rate: wideText(BigInt(known.rate), rateDecimals) },
          after: { rate: wideText(rate, rateDecimals) },
        },
      );
    },
    { needsSecond: (input) => isCareful(parts, input) },
  );
}

function isCareful(
  { rates }: P2pConsoleParts,
  { fiat, rate }: { readonly fiat: string; readonly rate: string },
): boolean {
  const known = rates.find(fiat);
  const read = new FigureReader();
  const next = read.wide('rate', rate, rateDecimals);
  if (known === null || read.problem !== null) return false;
  const change = next > known.rate ? next - known.rate : known.rate - next;
  return change * 100n > known.rate * carefulPercent;
}
