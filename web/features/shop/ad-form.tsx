import type { LegalCurrencies, LegalInfo, ShopAd, ShopInfo } from '@bourse/contract/p2p';
import type { PaymentMethod } from '@bourse/contract/payments';
import { useNavigate } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { EmptyState } from '../../ui/states.tsx';
import { type AdDraft, type AdMarket, draftOf, judgeAd, newDraft } from './ad-draft.ts';
import { AmountFields, MarketFields, PriceFields } from './ad-fields.tsx';
import { MethodFields } from './ad-methods.tsx';
import { TakerFields, WordFields } from './ad-rules.tsx';
import { AdSummary } from './ad-summary.tsx';
import { methodOptions, withKnownMethods } from './method-options.ts';
import { useAdErrors } from './use-ad-errors.ts';
import { useAdSaving } from './use-ad-saving.ts';
import classes from './shop.module.css';

interface AdFormProps {
  readonly currencies: LegalCurrencies;
  readonly rules: LegalInfo;
  /** The payment methods of the merchant. */
  readonly own: readonly PaymentMethod[];
  /** The ad to edit; null for a new one. */
  readonly ad: ShopAd | null;
  readonly shop: ShopInfo;
}

/** The form of an ad beside its meaning now: its price, and the coins that it locks. */
export function AdForm(props: AdFormProps) {
  const { ad, currencies, own, rules } = props;
  const { t } = useTranslation();
  const [draft, setDraft] = useState<AdDraft | null>(() =>
    ad === null
      ? newDraft(currencies, rules.pay_minutes)
      : withKnownMethods(draftOf(ad), methodOptions(ad, currencies, own)),
  );
  const market = draft === null ? null : marketOf(draft, currencies, rules);
  if (draft === null || market === null) return <EmptyState text={t('errors.fiat_unknown')} />;
  return <Form {...props} draft={draft} market={market} onChange={setDraft} />;
}

interface FormProps extends AdFormProps {
  readonly draft: AdDraft;
  readonly market: AdMarket;
  readonly onChange: (draft: AdDraft) => void;
}

function Form({ ad, currencies, draft, market, onChange, own, rules, shop }: FormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [asked, setAsked] = useState(false);
  const judged = judgeAd(draft, market, ad);
  const errorOf = useAdErrors(draft, judged, market, ad);
  const saving = useAdSaving(() => void navigate({ to: '/myshop/myshoporders', search: {}, replace: true }));
  const change = (part: Partial<AdDraft>): void => {
    saving.reset();
    onChange({ ...draft, ...part });
  };
  const fields = { draft, market, errorOf: asked ? errorOf : () => null, onChange: change };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (saving.busy) return;
    setAsked(true);
    if (judged.terms === null) {
      focusFirstError(event.currentTarget);
      return;
    }
    saving.run(ad, draft, judged.terms);
  };
  return (
    <form className={classes.columns} noValidate onSubmit={submit}>
      <div className={classes.form}>
        <MarketFields {...fields} currencies={currencies} isNew={ad === null} />
        <PriceFields {...fields} />
        <AmountFields {...fields} ad={ad} shop={shop} currencies={currencies} />
        <MethodFields {...fields} currencies={currencies} own={own} />
        <TakerFields {...fields} payMinutes={rules.pay_minutes} />
        <WordFields {...fields} />
      </div>
      <div className={classes.side}>
        <AdSummary draft={draft} market={market} judged={judged} currencies={currencies} ad={ad} />
        <p className={classes.refusal} role="alert">
          {saving.refusal}
        </p>
        <Button type="submit" size="touch" aria-busy={saving.busy} aria-disabled={saving.busy}>
          {ad === null ? t('shop.publish') : t('shop.save')}
        </Button>
      </div>
    </form>
  );
}

/** The terms of the chosen coin and fiat currency; null if they are not traded. */
function marketOf(draft: AdDraft, { currencies, fiats, pairs }: LegalCurrencies, rules: LegalInfo): AdMarket | null {
  const pair = pairs.find(({ currency_id: id, fiat }) => id === draft.currencyId && fiat === draft.fiat);
  const coin = currencies.find(({ id }) => id === draft.currencyId);
  const fiat = fiats.find(({ code }) => code === draft.fiat);
  if (pair === undefined || coin === undefined || fiat === undefined) return null;
  return { pair, decimals: coin.decimals, fiatDecimals: fiat.decimals, bandPercent: rules.band_percent };
}
