import type { MarketDecision } from '@bourse/contract/console';
import type { TFunction } from 'i18next';
import type { Change } from '../../parts/changes.ts';
import { percentOf } from '../../parts/percent.ts';

type ShownValue = NonNullable<MarketDecision['before']>[string];

/** The fields of a market in the order in which they are shown. */
const marketFields = [
  'symbol',
  'state',
  'tick',
  'price_decimals',
  'lot',
  'amount_decimals',
  'price_step',
  'quantity_step',
  'min_notional',
  'slippage',
  'price_band',
  'max_open_orders',
  'self_trade_prevention',
  'sell_blocked',
  'maker_fee',
  'taker_fee',
] as const;
type MarketField = (typeof marketFields)[number];
type ShownValues = Readonly<Partial<Record<MarketField, ShownValue>>>;

const percentFields: ReadonlySet<string> = new Set(['slippage', 'price_band', 'maker_fee', 'taker_fee']);

/** A value of a market in words: shares in percent, choices by their label. */
export function fieldText(t: TFunction<'console'>, field: MarketField, value: ShownValue): string {
  if (value === null) return t('words.none');
  if (typeof value === 'boolean') return t(value ? 'words.yes' : 'words.no');
  if (typeof value === 'string' && percentFields.has(field)) return `${percentOf(value)}%`;
  switch (value) {
    case 'open':
    case 'post_only':
    case 'cancel_only':
    case 'halted':
      return t(`markets.states.${value}`);
    case 'expire_maker':
    case 'expire_taker':
    case 'expire_both':
      return t(`markets.preventions.${value}`);
    default:
      return String(value);
  }
}

/** The fields that a decision changes, in words; the values are null where there are none before or after it. */
export function marketChanges(
  t: TFunction<'console'>,
  before: ShownValues | null,
  after: ShownValues | null,
): readonly Change[] {
  const textOf = (field: MarketField, values: ShownValues | null): string | null => {
    const value = values?.[field];
    return value === undefined ? null : fieldText(t, field, value);
  };
  return marketFields
    .filter((field) => before?.[field] !== after?.[field])
    .map((field) => ({
      field: t(`markets.fields.${field}`),
      before: textOf(field, before),
      after: textOf(field, after),
    }));
}
