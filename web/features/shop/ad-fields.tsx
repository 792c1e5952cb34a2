import type { LegalCurrencies, ShopAd, ShopInfo } from '@bourse/contract/p2p';
import { useTranslation } from 'react-i18next';
import { AmountField } from '../../ui/amount-field.tsx';
import { Radio } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useAmount } from '../../ui/use-amount.ts';
import { useDecimalInput } from '../../ui/use-decimal-input.ts';
import { useFigures } from '../../ui/use-figures.ts';
import type { AdDraft, AdMarket } from './ad-draft.ts';
import type { ErrorOfField } from './use-ad-errors.ts';
import classes from './shop.module.css';

export interface AdFieldsProps {
  readonly draft: AdDraft;
  readonly market: AdMarket;
  readonly errorOf: ErrorOfField;
  readonly onChange: (part: Partial<AdDraft>) => void;
}

interface MarketFieldsProps extends AdFieldsProps {
  readonly currencies: LegalCurrencies;
  readonly isNew: boolean;
}

/** The side, the coin and the fiat currency, which an ad keeps. */
export function MarketFields({ currencies, draft, isNew, onChange }: MarketFieldsProps) {
  const { t } = useTranslation();
  const { currencyId, fiat, side } = draft;
  const codeOf = (id: number): string => currencies.currencies.find((one) => one.id === id)?.code ?? '';
  if (!isNew) {
    const currency = codeOf(currencyId);
    return (
      <p>
        <b>{side === 'buy' ? t('p2p.buyCoin', { currency }) : t('p2p.sellCoin', { currency })}</b> · {fiat}
      </p>
    );
  }
  const coins = [...new Set(currencies.pairs.map(({ currency_id: id }) => id))];
  const fiatsOf = (id: number): string[] =>
    currencies.pairs.filter((pair) => pair.currency_id === id).map((pair) => pair.fiat);
  // Methods belong to a side and a fiat currency, and prices to a fiat currency.
  const choose = (part: Partial<Pick<AdDraft, 'currencyId' | 'fiat' | 'side'>>): void =>
    onChange({ ...part, methods: [], price: '' });
  return (
    <>
      <fieldset className={classes.choices}>
        <legend>{t('shop.side')}</legend>
        <Radio name="side" checked={side === 'sell'} onChoose={() => choose({ side: 'sell' })}>
          {t('p2p.sell')}
        </Radio>
        <Radio name="side" checked={side === 'buy'} onChoose={() => choose({ side: 'buy' })}>
          {t('p2p.buy')}
        </Radio>
      </fieldset>
      <div className={classes.pair}>
        <SelectField
          large
          label={t('p2p.coin')}
          value={String(currencyId)}
          options={coins.map((id) => ({ id: String(id), name: codeOf(id) }))}
          onChange={(next) => {
            const id = Number(next);
            const fiats = fiatsOf(id);
            choose({ currencyId: id, fiat: fiats.includes(fiat) ? fiat : (fiats[0] ?? fiat) });
          }}
        />
        <SelectField
          large
          label={t('p2p.fiat')}
          value={fiat}
          options={fiatsOf(currencyId).map((code) => ({ id: code, name: code }))}
          onChange={(code) => choose({ fiat: code })}
        />
      </div>
    </>
  );
}

/** A fixed price, or the distance from the reference. */
export function PriceFields({ draft, errorOf, market, onChange }: AdFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <fieldset className={classes.choices}>
        <legend>{t('shop.priceKind')}</legend>
        <Radio name="kind" checked={draft.kind === 'floating'} onChoose={() => onChange({ kind: 'floating' })}>
          {t('p2p.floating')}
        </Radio>
        <Radio name="kind" checked={draft.kind === 'fixed'} onChoose={() => onChange({ kind: 'fixed' })}>
          {t('p2p.fixed')}
        </Radio>
      </fieldset>
      {draft.kind === 'fixed' ? (
        <AmountField
          label={t('shop.fixedPrice')}
          unit={draft.fiat}
          value={draft.price}
          decimals={market.pair.price_decimals}
          error={errorOf('price')}
          onChange={(price) => onChange({ price })}
        />
      ) : (
        <PercentField value={draft.percent} error={errorOf('price')} onChange={(percent) => onChange({ percent })} />
      )}
    </>
  );
}

interface PercentFieldProps {
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (value: string) => void;
}

/** A percentage above or below zero. */
function PercentField({ value, error, onChange }: PercentFieldProps) {
  const { t } = useTranslation();
  const { input, problem } = useDecimalInput({ value, decimals: 2, signed: true, invalid: error !== null, onChange });
  const ambiguous = problem?.kind === 'ambiguous' ? t('field.ambiguous', problem) : null;
  return (
    <Field label={`${t('shop.percent')} (%)`} error={problem === null ? error : (ambiguous ?? t('field.noNumber'))}>
      {/* The keyboard of numbers of some phones has no minus. */}
      {(control) => <input {...control} {...input} inputMode="text" />}
    </Field>
  );
}

interface AmountFieldsProps extends AdFieldsProps {
  readonly ad: ShopAd | null;
  readonly shop: ShopInfo;
  readonly currencies: LegalCurrencies;
}

/** The quantity of the ad, and the limits of each order. */
export function AmountFields({ ad, currencies, draft, errorOf, market, onChange, shop }: AmountFieldsProps) {
  const { t } = useTranslation();
  const amount = useAmount();
  const figures = useFigures();
  const coin = currencies.currencies.find(({ id }) => id === draft.currencyId);
  const shown = (text: string): string => figures.trimmed(text, market.decimals);
  return (
    <>
      <AmountField
        label={t('shop.total')}
        unit={coin?.code ?? ''}
        value={draft.total}
        decimals={market.decimals}
        error={errorOf('total')}
        onChange={(total) => onChange({ total })}
        aside={
          ad !== null && <span>{t('shop.totalHint', { sold: shown(ad.sold), inOrders: shown(ad.in_orders) })}</span>
        }
      />
      <div className={classes.pair}>
        <AmountField
          label={t('shop.min')}
          unit={draft.fiat}
          value={draft.min}
          decimals={market.fiatDecimals}
          error={errorOf('min')}
          onChange={(min) => onChange({ min })}
        />
        <AmountField
          label={t('shop.max')}
          unit={draft.fiat}
          value={draft.max}
          decimals={market.fiatDecimals}
          error={errorOf('max')}
          onChange={(max) => onChange({ max })}
        />
      </div>
      <p className={classes.quiet}>{t('shop.levels.order', { amount: amount(shop.order_maximum_usd, 'USD') })}</p>
    </>
  );
}
