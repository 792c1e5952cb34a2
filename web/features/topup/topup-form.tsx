import { ownTopups, topupCreate, topupQuote, type TopupQuote, type TopupSetting } from '@bourse/contract/topup';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { isRefusedFor, refusalOf } from '../../live/failure.ts';
import { useRead } from '../../live/read.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Bones } from '../../ui/states.tsx';
import { useAmount } from '../../ui/use-amount.ts';
import { useSettled } from '../../ui/use-settled.ts';
import { mayOpen, readAmount } from './topup-draft.ts';
import classes from '../../ui/wallet.module.css';

/** A pause in typing after which the amount is quoted. */
const typingMs = 300;
/** A quote is replaced this long before its end. */
const marginMs = 15_000;
const centDecimals = 2;

interface TopupFormProps {
  readonly setting: TopupSetting;
}

/** Amount and currency with a quote while they are typed, and the way to the provider. */
export function TopupForm({ setting }: TopupFormProps) {
  const { t } = useTranslation();
  const { queries, call } = useLive();
  const amount = useAmount();
  const [typed, setTyped] = useState('100');
  const [chosen, setChosen] = useState<string | null>(null);
  const [touched, setTouched] = useState(false);
  const { currencies, day_limit: day, fiat, maximum, minimum } = setting;
  const currency =
    currencies.find(({ id }) => String(id) === chosen) ??
    currencies.find(({ code }) => code === 'USDT') ??
    currencies[0];
  const read = readAmount(typed, setting);
  const settled = readAmount(useSettled(typed, typingMs), setting).amount ?? '';
  const quoting = useRead(
    topupQuote,
    { currency_id: currency?.id ?? 0, amount: settled },
    {
      enabled: settled !== '' && currency !== undefined,
      refreshMs: Math.max(1_000, setting.quote_ms - marginMs),
      saidInPlace: true,
      keepPrevious: true,
    },
  );
  const create = useMutation({
    meta: { saidInPlace: true },
    // A quote begins one top-up, so that an attempt without an answer can be repeated.
    mutationFn: async ({ quote_id }: TopupQuote) => (await call(topupCreate, { quote_id })).data,
    onSuccess: ({ redirect_url: url }) => {
      if (mayOpen(url)) location.assign(url);
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: [ownTopups.path] }),
  });
  const bounds = { minimum: amount(minimum, fiat), maximum: amount(maximum, fiat), day: amount(day, fiat) };
  const isShown = read.amount !== null && settled === read.amount && !quoting.isPlaceholderData;
  const quote = isShown ? quoting.data?.data : undefined;
  const refusal = refusalOf(create.error) ?? (read.amount === null ? null : refusalOf(quoting.error));
  const failed = create.isError || (isShown && quoting.isError && quoting.data === undefined);
  return (
    <form
      className={classes.form}
      aria-label={t('shell.topup')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTouched(true);
        if (quote !== undefined && !create.isPending) create.mutate(quote);
      }}
    >
      {setting.is_demo === 1 && <p className={classes.note}>{t('topup.demo')}</p>}
      <AmountField
        label={t('topup.pay')}
        unit={fiat}
        value={typed}
        decimals={centDecimals}
        error={
          read.problem === null || (read.problem === 'amountRequired' && !touched)
            ? null
            : t(`topup.${read.problem}`, bounds)
        }
        onChange={(value) => {
          setTyped(value);
          create.reset();
        }}
      />
      <SelectField
        large
        label={t('topup.coin')}
        value={String(currency?.id ?? '')}
        options={currencies.map(({ code, id }) => ({ id: String(id), name: code }))}
        onChange={(id) => {
          setChosen(id);
          create.reset();
        }}
      />
      <p className={classes.lead}>{t('topup.limits', bounds)}</p>
      <Offer quote={quote} network={currency?.network ?? ''} isPending={read.amount !== null && !failed} />
      <p className={classes.note}>{t('topup.matures', { count: setting.mature_days })}</p>
      <div role="alert" className={classes.refusal}>
        {refusal ?? (failed ? t('errors.server_error') : null)}{' '}
        {isRefusedFor(create.error, 'topup_unverified') && (
          <Link to="/personal/authentication">{t('shell.authentication')}</Link>
        )}
      </div>
      <Button
        type="submit"
        size="touch"
        disabled={quote === undefined || create.isPending}
        aria-busy={create.isPending}
      >
        {t('topup.create')}
      </Button>
    </form>
  );
}

interface OfferProps {
  readonly quote: TopupQuote | undefined;
  readonly network: string;
  /** A quote is on its way, so its room is kept. */
  readonly isPending: boolean;
}

function Offer({ isPending, network, quote }: OfferProps) {
  const { t } = useTranslation();
  const amount = useAmount();
  if (quote === undefined) {
    return isPending ? (
      <div role="status">
        <span className="visually-hidden">{t('topup.quoting')}</span>
        {/* As high as the facts that take its place. */}
        <Bones count={2} height={40} />
      </div>
    ) : null;
  }
  return (
    <dl className={classes.facts}>
      <dt>{t('topup.receive')}</dt>
      <dd className="figures">
        <strong>{amount(quote.number, quote.currency_code)}</strong>
      </dd>
      <dt>{t('topup.fee')}</dt>
      <dd className="figures">{amount(quote.fee, quote.fiat)}</dd>
      <dt>{t('topup.network')}</dt>
      <dd>{network}</dd>
    </dl>
  );
}
