import type { Match } from '@bourse/contract';
import { Link, useRouterState } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { useSessionToken } from '../../live/read.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toasts.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { announce } from '../shell/announcer.tsx';
import { NumberField } from './number-field.tsx';
import {
  evaluateOrder,
  stepAmount,
  stepPrice,
  withAmount,
  withPercent,
  withPrice,
  withTotal,
  type FieldError,
  type OrderContext,
  type OrderDraft,
  type OrderEvaluation,
} from './order-form.ts';
import { useOrderTexts } from './order-news.ts';
import { usePlaceOrder } from './place-order.ts';
import classes from './order-ticket.module.css';

interface OrderTicketProps {
  readonly match: Match;
  readonly draft: OrderDraft;
  readonly context: OrderContext;
  readonly onChange: (draft: OrderDraft) => void;
  readonly onPlaced?: () => void;
}

/** The form for one side of the market. It only renders what `evaluateOrder` says about the draft. */
export function OrderTicket({ match, draft, context, onChange, onPlaced }: OrderTicketProps) {
  const { t } = useTranslation();
  const { tickers } = useLive();
  const token = useSessionToken();
  const texts = useOrderTexts();
  const [asked, setAsked] = useState(false);
  const evaluation = evaluateOrder(draft, context);
  const place = usePlaceOrder(match, (order) => {
    setAsked(false);
    onChange(withAmount(draft, ''));
    if (order.status !== 'completed') texts.placed(order);
    onPlaced?.();
  });
  const errorOf = useErrorText(asked);
  const { errors } = evaluation;
  const lastPrice = (): string => tickers.store.getState()[match.id]?.quotation.close ?? match.currency_quotation.close;

  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setAsked(true);
    const first = errors.market ?? errors.price ?? errors.amount ?? errors.total;
    if (first === undefined) place.mutate(draft);
    else {
      const text = errorOf(first, true);
      toast(text ?? '');
      announce(text ?? '');
    }
  };

  return (
    <form
      className={classes.ticket}
      onSubmit={submit}
      noValidate
      aria-label={sideText(t, draft, match)}
      data-side={draft.side}
    >
      <NumberField
        label={t('trade.price')}
        unit={match.quote_currency_code}
        value={draft.price}
        decimals={match.price_decimals}
        error={errorOf(errors.price)}
        onChange={(price) => onChange(withPrice(draft, price, context))}
        onStep={(ticks) => onChange(stepPrice(draft, ticks, context, lastPrice()))}
        aside={<BestPrice draft={draft} context={context} onChange={onChange} />}
      />
      <NumberField
        label={t('trade.amount')}
        unit={match.base_currency_code}
        value={draft.amount}
        decimals={match.amount_decimals}
        error={errorOf(errors.amount)}
        onChange={(amount) => onChange(withAmount(draft, amount))}
        onStep={(steps) => onChange(stepAmount(draft, steps, context))}
        aside={
          token === null ? undefined : <Available match={match} draft={draft} context={context} onChange={onChange} />
        }
      />
      <ShareSlider
        percent={evaluation.summary.percent}
        disabled={context.available === null}
        side={draft.side}
        onChange={(percent) => onChange(withPercent(draft, percent, context))}
      />
      <NumberField
        label={t('trade.total')}
        unit={match.quote_currency_code}
        value={draft.total}
        decimals={8}
        error={errorOf(errors.total ?? blockOf(errors))}
        onChange={(total) => onChange(withTotal(draft, total, context))}
      />
      <Proceeds match={match} draft={draft} evaluation={evaluation} />
      {token === null ? (
        <VisitorLinks />
      ) : (
        <Button type="submit" look={draft.side} className={classes.submit} disabled={place.isPending}>
          {place.isPending ? t('trade.sending') : sideText(t, draft, match)}
        </Button>
      )}
    </form>
  );
}

/** What the side cannot do; what the market as a whole does not take stands above both forms already. */
function blockOf({ market }: OrderEvaluation['errors']): FieldError | undefined {
  return market?.key === 'trade.remind' ? market : undefined;
}

type Translate = ReturnType<typeof useTranslation>['t'];

function sideText(t: Translate, draft: OrderDraft, match: Match): string {
  const currency = match.base_currency_code;
  return draft.side === 'buy' ? t('trade.buyCoin', { currency }) : t('trade.sellCoin', { currency });
}

/** What is missing is said only once somebody tried to send; what is wrong is said at once. */
function useErrorText(asked: boolean): (error: FieldError | undefined, always?: boolean) => string | null {
  const { t } = useTranslation();
  const figures = useFigures();
  return (error, always = false) => {
    if (error === undefined) return null;
    if (!asked && !always && (error.key === 'trade.p_price' || error.key === 'trade.p_num')) return null;
    const written = Object.fromEntries(
      Object.entries(error.figures).map(([name, value]) => [name, figures.trimmed(value, 8)]),
    );
    const { step = '', minimum = '', available = '' } = written;
    const { currency = '' } = error.figures;
    return t(error.key, { step, minimum, available, currency });
  };
}

interface DraftToolProps {
  readonly draft: OrderDraft;
  readonly context: OrderContext;
  readonly onChange: (draft: OrderDraft) => void;
}

/** Takes the best price of the other side: the lowest ask for a buy, the highest bid for a sell. */
function BestPrice({ draft, context, onChange }: DraftToolProps) {
  const { t } = useTranslation();
  const { depth } = useLive();
  const take = (): void => {
    const { book } = depth.store.getState();
    const best = draft.side === 'buy' ? book.asks[0] : book.bids[0];
    if (best === undefined) toast(t('trade.notbest'));
    else onChange(withPrice(draft, best.price, context));
  };
  return (
    <button type="button" className={classes.quietLink} title={t('trade.bestHint')} onClick={take}>
      {t('trade.best')}
    </button>
  );
}

/** What can be spent, as a quiet link that takes all of it. */
function Available({ match, draft, context, onChange }: DraftToolProps & { readonly match: Match }) {
  const { t } = useTranslation();
  const figures = useFigures();
  const currency = draft.side === 'buy' ? match.quote_currency_code : match.base_currency_code;
  const written = context.available === null ? '…' : figures.trimmed(context.available, 8);
  return (
    <button
      type="button"
      className={classes.available}
      title={t('trade.useAvailable')}
      onClick={() => onChange(withPercent(draft, 100, context))}
    >
      <span className={classes.availableLabel}>{t('trade.available')}</span>
      <span className="figures" data-testid={`available-${draft.side}`}>
        {`${written} ${currency}`}
      </span>
    </button>
  );
}

const quarters = [0, 25, 50, 75, 100];

interface ShareSliderProps {
  readonly percent: number;
  readonly disabled: boolean;
  readonly side: OrderDraft['side'];
  readonly onChange: (percent: number) => void;
}

/** A share of the available balance in steps of a quarter. It shows the nearest quarter below what the fields say. */
function ShareSlider({ percent, disabled, side, onChange }: ShareSliderProps) {
  const { t } = useTranslation();
  const reached = Math.floor(percent / 25) * 25;
  return (
    <div className={classes.slider} data-side={side}>
      <div className={classes.track} aria-hidden="true">
        <span className={classes.fill} style={{ transform: `scaleX(${percent / 100})` }} />
        {quarters.map((quarter) => (
          <span
            key={quarter}
            className={classes.stop}
            data-reached={quarter <= percent}
            style={{ left: `${quarter}%` }}
          />
        ))}
      </div>
      <input
        type="range"
        min={0}
        max={100}
        step={25}
        value={reached}
        disabled={disabled}
        aria-label={t('trade.share')}
        aria-valuetext={`${percent}%`}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
      <span className={classes.percent}>{`${percent}%`}</span>
    </div>
  );
}

interface ProceedsProps {
  readonly match: Match;
  readonly draft: OrderDraft;
  readonly evaluation: OrderEvaluation;
}

function Proceeds({ match, draft, evaluation: { summary } }: ProceedsProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const currency = draft.side === 'buy' ? match.base_currency_code : match.quote_currency_code;
  const written = (value: string | null): string => (value === null ? '–' : `${figures.trimmed(value, 8)} ${currency}`);
  return (
    <dl className={classes.proceeds}>
      <div>
        <dt>{t('trade.fee')}</dt>
        <dd className="figures">{written(summary.fee)}</dd>
      </div>
      <div>
        <dt>{t('trade.receive')}</dt>
        <dd className="figures">{written(summary.receive)}</dd>
      </div>
    </dl>
  );
}

/** In place of the button for somebody who is not logged in. */
function VisitorLinks() {
  const { t } = useTranslation();
  const redirect = useRouterState({ select: (state) => state.location.href });
  return (
    <div className={classes.visitor}>
      <Link to="/login" search={{ redirect }} className={classes.toLogin}>
        {t('shell.login')}
      </Link>
      <Link to="/register" search={{ redirect }} className={classes.toRegister}>
        {t('shell.register')}
      </Link>
    </div>
  );
}
