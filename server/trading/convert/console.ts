import { convertCalls, type ConvertCurrencyRow, type ConvertDecision } from '@bourse/contract/console';
import { accountType, type CurrencyId, venue } from '@bourse/engine';
import { type ConvertSettings, convertSettings, invalidConvertField } from '@bourse/engine/convert';
import type { Kysely } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import { type Currency, fractionText, unitsText, type Views, wideText } from '../../ground/feed/index.ts';
import { convertView } from './convert-view.ts';
import { pricedOf } from './terms.ts';
import {
  answered,
  differences,
  FigureReader,
  prepared,
  readSequencePage,
  refusal,
  type SequencePage,
  sequencePageOf,
  withGrounds,
} from '../../ground/console-gateway/index.ts';
import type { With } from '../../ground/parts.ts';

export type ConvertConsoleParts = With<'console' | 'db' | 'identityDb' | 'now' | 'views'>;

/** The currency in which index prices are stated. */
const referenceCode = 'USDT';

/** Serves the settings of conversions to the operators' console, and their changes. */
export function registerConvertConsole(parts: ConvertConsoleParts): void {
  registerReads(parts);
  registerConfiguration(parts);
}

function registerReads({ console, db, identityDb, now, views }: ConvertConsoleParts): void {
  console.read(convertCalls.convertSettings, () => {
    const { configuration } = convertView.of(views);
    return answered({
      version: configuration?.version ?? 0,
      reference_code: referenceCode,
      tolerance: fractionText(configuration?.tolerancePpm ?? 0),
      currencies: views.listings.currencies().map((currency) => rowOf(views, currency)),
    });
  });

  console.read(convertCalls.convertHistory, async (paging) => {
    const page = readSequencePage(paging);
    if ('error' in page) return page;
    const { next, rows } = sequencePageOf(await readDecisions(db, views, page), page);
    return answered({ rows: await withGrounds(identityDb, rows), next, as_of: now() });
  });
}

function registerConfiguration({ console, views }: ConvertConsoleParts): void {
  console.command(
    convertCalls.configureConvert,
    ({ currencies: wanted, tolerance, version }) => {
      const { configuration } = convertView.of(views);
      if ((configuration?.version ?? 0) !== version) return refusal('changed_meanwhile');
      const reference = configuration?.reference ?? views.listings.currencyByCode(referenceCode)?.id;
      const ids = wanted.map(({ currency_id: id }) => views.listings.findCurrency(id)?.id);
      if (reference === undefined || !ids.every(isListed)) return refusal('currency_unknown');
      const read = new FigureReader();
      const currencies = wanted
        .flatMap(({ spread }, at) => {
          const currency = ids[at];
          return currency === undefined ? [] : { currency, spreadPpm: read.fraction('spread', spread) };
        })
        .toSorted((a, b) => a.currency - b.currency);
      const settings: ConvertSettings = { reference, currencies, tolerancePpm: read.fraction('tolerance', tolerance) };
      if (read.problem !== null) return refusal('decimal_invalid', read.problem);
      const invalid = invalidConvertField(settings);
      if (invalid !== null) return refusal('setting_invalid', { field: fieldNames[invalid] });
      const after = settingsShown(views, settings);
      const effect =
        configuration === null ? { before: null, after } : changesOf(settingsShown(views, configuration), after);
      if (effect.before !== null && Object.keys(effect.after).length === 0 && Object.keys(effect.before).length === 0) {
        return refusal('setting_unchanged');
      }
      return prepared(
        { type: 'configure_convert', ...settings },
        { subject: { kind: 'setting', id: 'convert' }, ...effect },
        () => ({ version: version + 1 }),
      );
    },
    {
      needsSecond: ({ currencies }) => {
        const known = convertView.of(views).configuration?.currencies ?? [];
        return currencies.some(({ currency_id: id }) => !known.some(({ currency }) => currency === id));
      },
    },
  );
}

const fieldNames = { currencies: 'spread', tolerancePpm: 'tolerance' } as const;

function isListed(id: CurrencyId | undefined): id is CurrencyId {
  return id !== undefined;
}

type Shown = Readonly<Record<string, string>>;

/** The tolerance, and each spread under the code of its currency. */
function settingsShown({ listings }: Views, { currencies, tolerancePpm }: ConvertSettings): Shown {
  const spreads = currencies.map(
    ({ currency, spreadPpm }) => [listings.currency(currency).code, fractionText(spreadPpm)] as const,
  );
  return { tolerance: fractionText(tolerancePpm), ...Object.fromEntries<string>(spreads) };
}

/** The values that differ. A currency that is removed is among the old ones only. */
function changesOf(before: Shown, after: Shown): { readonly before: object; readonly after: object } {
  const { before: old, after: fresh } = differences(before, after);
  const removed = Object.entries(before).filter(([name]) => !(name in after));
  return { before: { ...old, ...Object.fromEntries(removed) }, after: fresh };
}

function rowOf(views: Views, currency: Currency): ConvertCurrencyRow {
  const { configuration } = convertView.of(views);
  const offered = configuration?.currencies.find((one) => one.currency === currency.id);
  const reference = configuration?.reference ?? views.listings.currencyByCode(referenceCode)?.id ?? currency.id;
  const priced = pricedOf(views, { reference }, currency);
  const { available } = views.balances.read(venue, accountType.treasury, currency.id);
  return {
    currency_id: currency.id,
    currency_code: currency.code,
    spread: offered === undefined ? null : fractionText(offered.spreadPpm),
    price: priced === null ? null : wideText(BigInt(priced.price), priced.priceDecimals),
    treasury: unitsText(currency, available),
  };
}

/** The decisions about conversions, newest first: one page, and one row more if there is another. */
async function readDecisions(db: Kysely<Schema>, views: Views, { before, limit }: SequencePage) {
  const rows = await db
    .selectFrom('settings_log')
    .select(['sequence', 'time_ms', 'operator', 'cause', 'before', 'after'])
    .where('change', '=', 'convert_configured')
    .where('sequence', '<', String(before))
    .orderBy('sequence', 'desc')
    .limit(limit + 1)
    .execute();
  const shown = (text: string | null): ConvertDecision['before'] =>
    text === null ? null : settingsShown(views, convertSettings.decode(JSON.parse(text)));
  return rows.map((row) => ({
    sequence: safeInteger(row.sequence),
    at: safeInteger(row.time_ms),
    before: shown(row.before),
    after: shown(row.after),
    operator: safeInteger(row.operator),
    reason_code: row.cause,
  }));
}
