import type { Match } from '@bourse/contract/markets';
import { Link, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useId, useRef, useState, type RefObject, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLive } from '../../../live/context.tsx';
import { useSessionToken } from '../../../live/read.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toasts.ts';
import { useFigures } from '../../../ui/use-figures.ts';
import { focusFirstError } from '../../../ui/focus-first-error.ts';
import { announce } from '../../../ui/announcer.tsx';
import { requestedPart } from '../../../ui/requested-part.ts';
import { AdvancedOptions } from './advanced-options.tsx';
import { useUsdtPrice } from '../../markets/index.ts';
import { useBalanceCheck } from '../balances.ts';
import type { Confirms } from './confirms.ts';
import { largeOrderWarning } from './large-order.ts';
import { contextNow, useOrderContext } from './market-context.ts';
import { NumberField, type FieldHint } from './number-field.tsx';
import {
  steppedAmount,
  steppedPrice,
  withAmount,
  withPrice,
  withShare,
  withStop,
  withTotal,
  type OrderDraft,
  type Side,
} from './order-draft.ts';
import type { OrderDrafts, Ticket } from './order-drafts.ts';
import {
  evaluateOrder,
  type FieldName,
  type OrderEvaluation,
  type OrderInput,
  type OrderSummary,
  type Problem,
} from './order-form.ts';
import { useOrderTexts } from '../orders/order-notices.ts';
import { positive } from './order-arithmetic.ts';
import { Proceeds } from './proceeds.tsx';
import { usePlaceOrder } from './place-order.ts';
import { ShareSlider } from './share-slider.tsx';
import { sideText } from './side-text.ts';
import { useTicketTexts } from './ticket-texts.ts';
import classes from './order-ticket.module.css';

const ConfirmOrder = requestedPart(
  async () => (await import('./confirm-order.tsx')).ConfirmOrder,
  ({ onClose }) => onClose(),
);

interface OrderTicketProps {
  readonly match: Match;
  readonly side: Side;
  readonly drafts: OrderDrafts;
  readonly asks: Confirms;
  /** Whether the form is in a sheet, which may grow. */
  readonly inSheet?: boolean;
  readonly onPlaced?: () => void;
}

interface Asking {
  readonly draft: OrderDraft;
  readonly evaluation: OrderEvaluation;
  readonly input: OrderInput;
}

/** The form of one side of a market. It renders the result of `evaluateOrder`. */
export function OrderTicket({ match, side, drafts, asks, inSheet = false, onPlaced }: OrderTicketProps) {
  const { t } = useTranslation();
  const live = useLive();
  const token = useSessionToken();
  const usdtPrice = useUsdtPrice(match);
  const ticket = useStore(drafts.store, ({ tickets }) => tickets[side]);
  const { draft } = ticket;
  const context = useOrderContext(match, draft);
  const evaluation = evaluateOrder(draft, context);
  const texts = useTicketTexts();
  const orderTexts = useOrderTexts();
  const [asking, setAsking] = useState<Asking | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const place = usePlaceOrder(
    drafts,
    ({ order, came }) => {
      if (came === 'before') orderTexts.arrivedBefore(order);
      else if (came === 'before_unknown') orderTexts.arrivedSomehow(order);
      // An order that traded or ended immediately is reported by its update.
      else if (order.status !== 'completed' && order.status !== 'cancelled') orderTexts.placed(order);
      onPlaced?.();
    },
    (refusal) => {
      const text = `${match.symbol}: ${refusal === 'unanswered' ? t('ticket.unknownOutcome') : refusal.text}`;
      toast(text);
      announce(text);
    },
    () => form.current !== null,
  );
  useBalanceCheck(
    [evaluation.errors.amount, evaluation.errors.total].some((found) => found?.key === 'trade.insufficient'),
  );
  const change = (edit: (known: OrderDraft) => OrderDraft): void => drafts.change(side, edit);
  useFocusOnRefusal(form, ticket.refusal);
  const ofWhole = useRefusalOfWhole(ticket.refusal);
  const reason = useId();
  const blocked = evaluation.errors.market?.key === 'trade.remind' ? texts.problem(evaluation.errors.market) : null;

  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (token === null || ticket.sending) return;
    drafts.update(side, { asked: true });
    const now = evaluateOrder(draft, contextNow(live, { ...context, match }, draft));
    if (now.input === null) {
      focusFirstError(event.currentTarget);
      const first = firstOf(now.errors);
      if (first === undefined) return;
      // A problem of a field is shown below it and a blocked side above its button; the state of the market is shown
      // above both forms.
      if (first === now.errors.market && blocked === null) toast(texts.problem(first));
      announce(texts.problem(first));
      return;
    }
    const large = largeOrderWarning(draft, { worth: now.summary.worth, usdtPrice, above: asks.above });
    const warnings = large === null ? now.warnings : [large, ...now.warnings];
    if (asks.confirms || warnings.some(({ grave }) => grave)) {
      setAsking({ draft, evaluation: { ...now, warnings }, input: now.input });
    } else place(draft, now.input);
  };

  return (
    <form
      ref={form}
      className={classes.ticket}
      onSubmit={submit}
      noValidate
      aria-label={sideText(t, side, match)}
      data-side={side}
    >
      <Fields
        match={match}
        drafts={drafts}
        evaluation={evaluation}
        side={side}
        loading={context.loading}
        token={token}
        available={context.available}
      />
      <AdvancedOptions draft={draft} onChange={change} asks={asks} inline={inSheet} />
      {ofWhole !== null ? (
        <p className={classes.refusal} role="alert" title={ofWhole}>
          {ofWhole}
        </p>
      ) : blocked !== null ? (
        <p id={reason} className={classes.refusal} title={blocked}>
          {blocked}
        </p>
      ) : (
        <Proceeds match={match} side={side} summary={evaluation.summary} />
      )}
      {token === null ? (
        <VisitorLinks />
      ) : (
        // A button that is only marked as disabled keeps its tab stop, so that a screen reader finds the reason, and
        // the focus while the order is sent; `submit` does nothing then.
        <Button
          type="submit"
          look={side}
          className={classes.submit}
          aria-disabled={ticket.sending || blocked !== null || undefined}
          aria-describedby={blocked === null ? undefined : reason}
          title={blocked ?? undefined}
        >
          {ticket.sending ? t('trade.sending') : sideText(t, side, match)}
        </Button>
      )}
      {asking !== null && (
        <Suspense>
          <ConfirmOrder
            match={match}
            {...asking}
            confirms={asks.confirms}
            onConfirms={asks.onConfirms}
            onClose={() => setAsking(null)}
            onConfirm={() => {
              setAsking(null);
              place(asking.draft, asking.input);
            }}
          />
        </Suspense>
      )}
    </form>
  );
}

/** Focuses the refused field, unless the user has moved on to something else. */
function useFocusOnRefusal(form: RefObject<HTMLFormElement | null>, refusal: Ticket['refusal']): void {
  const handled = useRef(refusal);
  useEffect(() => {
    if (handled.current === refusal) return;
    handled.current = refusal;
    const { activeElement } = document;
    const isHere = activeElement === document.body || form.current?.contains(activeElement) === true;
    if (refusal !== null && isHere && form.current !== null) focusFirstError(form.current);
  }, [form, refusal]);
}

/** The refusal that concerns no field, or the unknown outcome. */
function useRefusalOfWhole(refusal: Ticket['refusal']): string | null {
  const { t } = useTranslation();
  if (refusal === 'unanswered') return t('ticket.unknownOutcome');
  return refusal?.place === 'form' ? refusal.text : null;
}

function firstOf({ market, stop, price, amount, total }: OrderEvaluation['errors']): Problem | undefined {
  return market ?? stop ?? price ?? amount ?? total;
}

interface FieldsProps {
  readonly match: Match;
  readonly side: Side;
  readonly drafts: OrderDrafts;
  readonly evaluation: OrderEvaluation;
  readonly available: string | null;
  readonly loading: boolean;
  readonly token: string | null;
}

/** The fields that the kind of order has: prices, amount, share and total. */
function Fields({ match, side, drafts, evaluation, available, loading, token }: FieldsProps) {
  const { t } = useTranslation();
  const { draft } = useStore(drafts.store, ({ tickets }) => tickets[side]);
  const { summary } = evaluation;
  const noteOf = useNotes(drafts, side, evaluation, loading, match.price_decimals);
  const change = (edit: (known: OrderDraft) => OrderDraft): void => drafts.change(side, edit);
  const { kind, led } = draft;
  const pair = kind === 'stop_limit';
  const derived = (field: 'amount' | 'total') =>
    summary.estimated && led !== field && draft.size !== '' ? ('follows' as const) : ('entered' as const);
  return (
    <>
      <div className={pair ? classes.prices : undefined}>
        {(pair || kind === 'stop_market') && (
          <StopField match={match} side={side} drafts={drafts} note={noteOf('stop')} narrow={pair} />
        )}
        {kind !== 'stop_market' && (
          <PriceField
            match={match}
            side={side}
            drafts={drafts}
            summary={summary}
            note={noteOf('price')}
            narrow={pair}
          />
        )}
      </div>
      <NumberField
        label={t('trade.amount')}
        unit={match.base_currency_code}
        value={summary.amount}
        decimals={match.amount_decimals}
        {...noteOf('amount')}
        origin={derived('amount')}
        onChange={(amount) => change((known) => withAmount(known, amount))}
        onStep={(steps) => change((known) => withAmount(known, steppedAmount(summary.amount, steps, match)))}
        aside={
          token === null ? undefined : <Available match={match} side={side} drafts={drafts} available={available} />
        }
      />
      <ShareSlider
        className={classes.slider}
        percent={summary.percent}
        disabled={
          available === null || (side === 'buy' && (kind === 'limit' || pair) && positive(draft.price) === null)
        }
        side={side}
        onChange={(percent) => change((known) => withShare(known, percent, { match, available }))}
      />
      <NumberField
        label={t('trade.total')}
        unit={match.quote_currency_code}
        value={summary.total}
        decimals={match.quote_decimals}
        {...noteOf('total')}
        origin={derived('total')}
        onChange={(total) => change((known) => withTotal(known, total))}
      />
    </>
  );
}

interface Note {
  readonly error: string | null;
  readonly hint: FieldHint | null;
}

/** The notes below the fields. Missing values are reported only after a submit attempt, invalid ones immediately. */
function useNotes(
  drafts: OrderDrafts,
  side: Side,
  { errors, warnings, summary }: OrderEvaluation,
  loading: boolean,
  decimals: number,
): (field: FieldName) => Note {
  const { t } = useTranslation();
  const figures = useFigures();
  const texts = useTicketTexts();
  const { asked, refusal } = useStore(drafts.store, ({ tickets }) => tickets[side]);
  const isQuiet = ({ key }: Problem): boolean =>
    key === 'errors.no_best_price'
      ? loading
      : !asked && ['errors.price_required', 'errors.quantity_required', 'errors.stop_price_required'].includes(key);
  const warningOf = (keys: readonly string[]): FieldHint | null => {
    const found = warnings.find(({ key }) => keys.includes(key));
    return found === undefined ? null : { text: texts.warning(found), warns: true };
  };
  const { average, slippage } = summary;
  const averageHint: FieldHint | null =
    average === null || slippage === null
      ? null
      : {
          text: t('ticket.averageHint', {
            price: figures.trimmed(average, decimals),
            percent: figures.percent(slippage, 3),
          }),
          warns: false,
        };
  return (field) => {
    const problem = errors[field];
    const refused = refusal !== null && refusal !== 'unanswered' && refusal.place === field ? refusal.text : null;
    const error =
      refused !== null ? refused : problem === undefined || isQuiet(problem) ? null : texts.problem(problem);
    if (field === 'price') return { error, hint: warningOf(['ticket.slippageHigh']) ?? averageHint };
    if (field === 'amount') return { error, hint: warningOf(['ticket.partly']) };
    return { error, hint: field === 'total' ? warningOf(ownKeys) : null };
  };
}

const ownKeys = ['ticket.meetsOwn', 'ticket.endsAtOwn', 'ticket.endsBoth'];

interface PriceFieldProps {
  readonly match: Match;
  readonly side: Side;
  readonly drafts: OrderDrafts;
  readonly note: Note;
  readonly narrow: boolean;
}

/** The limit price, or for a market order the best price of the other side, which cannot be edited. */
function PriceField({
  match,
  side,
  drafts,
  note,
  narrow,
  summary,
}: PriceFieldProps & { readonly summary: OrderSummary }) {
  const { t } = useTranslation();
  const { depth } = useLive();
  const { kind } = useStore(drafts.store, ({ tickets }) => tickets[side]).draft;
  const last = useLastPrice(match);
  const change = (edit: (known: OrderDraft) => OrderDraft): void => drafts.change(side, edit);
  const shared = { unit: match.quote_currency_code, value: summary.price, decimals: match.price_decimals, narrow };
  if (kind === 'market') {
    return (
      <NumberField {...shared} {...note} label={t('ticket.bestPrice')} origin="fixed" onChange={() => undefined} />
    );
  }
  const takeBest = (): void => {
    const { book } = depth.store.getState();
    const best = side === 'buy' ? book.asks[0] : book.bids[0];
    if (best === undefined) {
      toast(t('errors.no_best_price'));
      announce(t('errors.no_best_price'));
    } else change((known) => withPrice(known, best.price));
  };
  return (
    <NumberField
      {...shared}
      {...note}
      label={t('trade.price')}
      onChange={(price) => change((known) => withPrice(known, price))}
      onStep={(ticks) => change((known) => withPrice(known, steppedPrice(known.price, ticks, last(), match)))}
      aside={
        <button type="button" className={classes.quietLink} title={t('trade.bestHint')} onClick={takeBest}>
          {t('trade.best')}
        </button>
      }
    />
  );
}

/** The price at which the order is triggered. */
function StopField({ match, side, drafts, note, narrow }: PriceFieldProps) {
  const { t } = useTranslation();
  const { stop } = useStore(drafts.store, ({ tickets }) => tickets[side]).draft;
  const last = useLastPrice(match);
  const change = (edit: (known: OrderDraft) => OrderDraft): void => drafts.change(side, edit);
  return (
    <NumberField
      {...note}
      label={t('ticket.stopPrice')}
      unit={match.quote_currency_code}
      value={stop}
      decimals={match.price_decimals}
      narrow={narrow}
      onChange={(price) => change((known) => withStop(known, price))}
      onStep={(ticks) => change((known) => withStop(known, steppedPrice(known.stop, ticks, last(), match)))}
    />
  );
}

function useLastPrice(match: Match): () => string {
  const { tickers } = useLive();
  return () => tickers.store.getState()[match.id]?.quotation.close ?? match.currency_quotation.close;
}

interface AvailableProps {
  readonly match: Match;
  readonly side: Side;
  readonly drafts: OrderDrafts;
  readonly available: string | null;
}

/** The available balance as a link that uses everything. */
function Available({ match, side, drafts, available }: AvailableProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const currency = side === 'buy' ? match.quote_currency_code : match.base_currency_code;
  const written = available === null ? '…' : figures.trimmed(available, 8);
  return (
    <button
      type="button"
      className={classes.available}
      title={t('trade.useAvailable')}
      onClick={() => {
        drafts.change(side, (known) => withShare(known, 100, { match, available }));
        // Reports a missing price.
        drafts.update(side, { asked: true });
      }}
    >
      {/* Appears with the balance, whose width decides where it is. */}
      {available !== null && <span className={classes.availableLabel}>{t('trade.available')}</span>}
      <span className="figures" data-testid={`available-${side}`}>
        {`${written} ${currency}`}
      </span>
    </button>
  );
}

/** Replaces the submit button for a visitor. */
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
