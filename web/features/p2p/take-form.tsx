import { payPasswordRefusals } from '@bourse/contract/identity';
import { type LegalAd, type LegalInfo, legalSubmit } from '@bourse/contract/p2p';
import { useNavigate } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isZero } from '../../live/decimal.ts';
import { CallFailure, partOfRefusal } from '../../live/failure.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { noFigure } from '../../ui/figures.ts';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { useAmount } from '../../ui/use-amount.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { AdTerms } from './ad-terms.tsx';
import {
  coinsAfterFee,
  type Deal,
  type DealDecimals,
  type DealDraft,
  type DealProblem,
  dealOf,
  feeOf,
  mostToBuy,
  mostToSell,
  problemOf,
} from './deal.ts';
import { matching } from './hall-filters.ts';
import { useFiatBalance, useOwnMethods, useP2pAction } from './p2p-reads.ts';
import { PasswordLine } from './password-line.tsx';
import { ReceiveTo } from './receive-to.tsx';
import { SaleBalance } from './sale-balance.tsx';
import { type KnownPrices, type ShownPrice, shownPrice } from './shown-price.ts';
import classes from './take.module.css';

interface TakeFormProps {
  readonly ad: LegalAd;
  readonly decimals: DealDecimals & { readonly price: number };
  readonly info: LegalInfo | undefined;
  readonly onClose: () => void;
}

/** Takes an ad: both amounts, what it costs, and, when selling, the receiving account and the trade password. */
export function TakeForm({ ad, decimals, info, onClose }: TakeFormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const figures = useFigures();
  const [draft, setDraft] = useState<DealDraft>({ typed: 'amount', text: '' });
  const [tried, setTried] = useState(false);
  const [password, setPassword] = useState('');
  const [methodId, setMethodId] = useState<number | null>(null);
  const isSale = ad.side === 'sell';
  const submission = useP2pAction(legalSubmit, ({ id }) => {
    void navigate({ to: '/legalIndex/orderdetail', search: { id: String(id) } });
  });
  const { price, changed } = useShownPrice(ad, submission.error);
  const balance = useFiatBalance(ad.currency.id, isSale);
  const methods = matching(useOwnMethods(isSale).data?.data.methods ?? [], ad.methods);
  const method = methods.find(({ id }) => id === methodId) ?? (methods.length === 1 ? methods[0] : undefined);
  const deal = dealOf(draft, price, decimals);
  const problem = price === null ? null : problemOf(deal, ad);
  const priceText = price === null ? noFigure : figures.fixed(price, decimals.price);
  const place = partOfRefusal(submission.error, {
    password: payPasswordRefusals,
    method: ['method_required', 'method_unknown'],
    price: ['price_moved'],
  });
  const missing = {
    password: isSale && password === '' ? t('errors.pay_password_required') : null,
    method: isSale && method === undefined ? t('errors.method_required') : null,
  };
  const change = (next: DealDraft): void => {
    submission.reset();
    setDraft(next);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    // A form in a dialog above this one is not part of it, although its events pass here.
    if (submission.busy || price === null || event.target !== event.currentTarget) return;
    setTried(true);
    if (problem !== null || missing.password !== null || missing.method !== null) {
      focusFirstError(event.currentTarget);
      return;
    }
    submission.run({
      id: ad.id,
      price,
      ...(draft.typed === 'amount' ? { amount: deal.amount } : { number: deal.number }),
      ...(method === undefined ? {} : { method_id: method.id, pay_password: password }),
    });
  };
  const noPrice = t(ad.obstacle === 'price_out_of_range' ? 'p2p.why.price_out_of_range' : 'errors.rate_stale');
  const refusedAt = (part: typeof place): string | null => (place === part ? submission.refusal : null);
  return (
    <form className={classes.form} noValidate onSubmit={submit} aria-label={ad.merchant.name}>
      <AdTerms ad={ad} />
      <div className={classes.fields}>
        <p className={classes.price}>
          <span>{t('p2p.price')}</span>
          <output className="figures">
            {priceText} {ad.fiat}
          </output>
        </p>
        <p className={classes.moved} role="alert">
          {changed !== null &&
            t('p2p.priceChanged', {
              old: figures.fixed(changed, decimals.price),
              price: `${priceText}\u00a0${ad.fiat}`,
            })}
        </p>
        <Amounts
          ad={ad}
          draft={draft}
          deal={deal}
          price={price}
          decimals={decimals}
          problem={tried || draft.text !== '' ? problem : null}
          tried={tried}
          balance={balance}
          onChange={change}
        />
        {info !== undefined && !isSale && !isZero(info.fee_rate) && (
          <Fee ad={ad} deal={deal} rate={info.fee_rate} decimals={decimals} />
        )}
        {isSale && (
          <>
            <ReceiveTo
              methods={methods}
              value={method?.id ?? null}
              error={refusedAt('method') ?? (tried ? missing.method : null)}
              onChange={(id) => {
                submission.reset();
                setMethodId(id);
              }}
            />
            <PasswordLine
              value={password}
              error={refusedAt('password') ?? (tried ? missing.password : null)}
              onChange={(next) => {
                submission.reset();
                setPassword(next);
              }}
            />
          </>
        )}
        <p className={classes.refusal} role="alert">
          {price === null ? noPrice : place === null ? submission.refusal : null}
        </p>
        <div className={classes.buttons}>
          <Button look="plain" size="touch" onClick={onClose}>
            {t('p2p.cancel')}
          </Button>
          <Button
            type="submit"
            look={ad.side}
            size="touch"
            aria-busy={submission.busy}
            aria-disabled={submission.busy || price === null}
          >
            {t(isSale ? 'p2p.sellCoin' : 'p2p.buyCoin', { currency: ad.currency.code })}
          </Button>
        </div>
      </div>
    </form>
  );
}

/** The price that the form shows and sends, which refusals change. */
function useShownPrice({ price: listed }: LegalAd, error: unknown): ShownPrice {
  const [known, setKnown] = useState<KnownPrices & { readonly error: unknown }>({
    first: listed,
    moved: null,
    error: null,
  });
  if (error !== known.error) {
    const price = movedPrice(error);
    setKnown({ ...known, error, moved: price === null ? known.moved : { listed, price } });
  }
  return shownPrice(listed, known);
}

function movedPrice(error: unknown): string | null {
  if (!(error instanceof CallFailure) || error.outcome.kind !== 'refused') return null;
  if (error.outcome.error !== 'price_moved') return null;
  const { price } = error.outcome.details;
  return price === undefined ? null : String(price);
}

interface AmountsProps {
  readonly ad: LegalAd;
  readonly draft: DealDraft;
  readonly deal: Deal;
  /** Null while the ad has none. */
  readonly price: string | null;
  readonly decimals: DealDecimals;
  readonly problem: DealProblem | null;
  readonly tried: boolean;
  readonly balance: string | null;
  readonly onChange: (draft: DealDraft) => void;
}

/** Money and coins, each of which follows from the other. The taker's own comes first. */
function Amounts({ ad, balance, deal, decimals, draft, onChange, price, problem, tried }: AmountsProps) {
  const { t } = useTranslation();
  const amount = useAmount();
  const isSale = ad.side === 'sell';
  const texts = {
    missing: tried ? t('p2p.enterAmount') : null,
    below: t('p2p.belowMin', { min: amount(ad.min, ad.fiat) }),
    above: t('p2p.aboveMax', { max: amount(ad.max, ad.fiat) }),
    exhausted: t('errors.ad_exhausted', { left: ad.left, currency: ad.currency.code }),
  };
  const error = problem === null ? null : texts[problem];
  const valueOf = (field: DealDraft['typed']): string => {
    if (draft.typed === field) return draft.text;
    return draft.text === '' || isZero(deal[field]) ? '' : deal[field];
  };
  const everything =
    price === null
      ? {}
      : {
          max: {
            label: t('p2p.everything'),
            onPress: () => onChange(isSale ? mostToSell(ad, price, balance, decimals) : mostToBuy(ad, price, decimals)),
          },
        };
  const money = (
    <AmountField
      label={t(isSale ? 'p2p.get' : 'p2p.pay')}
      unit={ad.fiat}
      value={valueOf('amount')}
      decimals={decimals.fiat}
      error={draft.typed === 'amount' ? error : null}
      onChange={(text) => onChange({ typed: 'amount', text })}
      {...(isSale ? {} : everything)}
    />
  );
  const coins = (
    <AmountField
      label={t(isSale ? 'p2p.give' : 'p2p.get')}
      unit={ad.currency.code}
      value={valueOf('number')}
      decimals={decimals.coin}
      error={draft.typed === 'number' ? error : null}
      onChange={(text) => onChange({ typed: 'number', text })}
      {...(isSale ? everything : {})}
    />
  );
  return isSale ? (
    <>
      {coins}
      <SaleBalance currency={ad.currency.code} balance={balance} />
      {money}
    </>
  ) : (
    <>
      {money}
      {coins}
    </>
  );
}

function Fee({ ad, deal, decimals, rate }: Pick<AmountsProps, 'ad' | 'deal' | 'decimals'> & { readonly rate: string }) {
  const { t } = useTranslation();
  const amount = useAmount();
  return (
    <dl className={classes.facts}>
      <dt>{t('p2p.fee')}</dt>
      <dd className="figures">{amount(feeOf(deal.number, rate, decimals.coin), ad.currency.code)}</dd>
      <dt>{t('p2p.get')}</dt>
      <dd className="figures">{amount(coinsAfterFee(deal.number, rate, decimals.coin), ad.currency.code)}</dd>
    </dl>
  );
}
