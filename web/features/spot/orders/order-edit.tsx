import type { Match } from '@bourse/contract/markets';
import { Suspense, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../../live/context.tsx';
import type { KnownOrder } from '../../../live/feeds/orders.ts';
import { Button } from '../../../ui/button.tsx';
import { requestedPart } from '../../../ui/requested-part.ts';
import { SkeletonRows } from '../../../ui/states.tsx';
import { useFigures } from '../../../ui/use-figures.ts';
import { useMarketCatalogue } from '../../markets/index.ts';
import { useBalance } from '../../../live/balance.ts';
import { useConfirms } from '../ticket/confirms.ts';
import { contextNow } from '../ticket/market-context.ts';
import { NumberField, type FieldHint } from '../ticket/number-field.tsx';
import { steppedAmount, steppedPrice } from '../ticket/order-draft.ts';
import { useTicketTexts } from '../ticket/ticket-texts.ts';
import { scrollIntoSight } from './scroll-into-sight.ts';
import { StopEdit } from './stop-edit.tsx';
import { useSendChange } from './use-send-change.ts';
import {
  evaluateChange,
  evaluateReplacement,
  type ChangeDraft,
  type ChangeError,
  type Replacement,
} from './order-change.ts';
import classes from './order-edit.module.css';

const ConfirmOrder = requestedPart(
  async () => (await import('../ticket/confirm-order.tsx')).ConfirmOrder,
  ({ onClose }) => onClose(),
);

interface OrderEditProps {
  readonly order: KnownOrder;
  readonly onDone: () => void;
}

/** Edits an open order in its row, and says in advance whether it keeps its priority. */
export function OrderEdit({ order, onDone }: OrderEditProps) {
  const { catalogue } = useMarketCatalogue();
  const match = catalogue?.markets.find(({ match: { id } }) => id === order.currency_match_id)?.match;
  if (match === undefined) return <SkeletonRows count={2} height={28} />;
  const Form = order.status === 'untriggered' ? StopEdit : EditForm;
  return <Form order={order} match={match} onDone={onDone} />;
}

function EditForm({ order, match, onDone }: OrderEditProps & { readonly match: Match }) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<ChangeDraft>({ price: order.price, number: order.number });
  const [tried, setTried] = useState(false);
  const [asking, setAsking] = useState<Replacement | null>(null);
  const asks = useConfirms();
  const change = evaluateChange(order, draft, match);
  const replacement = useReplacement(order, match);
  const found = change.kind === 'replace' ? replacement(draft) : null;
  const send = useSendChange(order, onDone);
  const sendDraft = (kind: 'reduce' | 'replace'): void => {
    const number = plain(draft.number);
    if (kind === 'reduce') send.mutate({ kind, input: { id: order.id, number } });
    else send.mutate({ kind, input: { id: order.id, number, price: plain(draft.price) } });
  };
  const errors = { price: change.price, number: change.number ?? found?.short ?? null };
  const isWrong = errors.price !== null || errors.number !== null;
  const said = useChangeErrors();
  const noteOf = (field: 'price' | 'number'): string | null =>
    !tried && change.kind === 'none' ? null : said(errors[field]);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setTried(true);
    if (isWrong || change.kind === 'none' || send.isPending) return;
    // The book may have changed since the values were entered.
    const now = change.kind === 'replace' ? replacement(draft) : null;
    if (now !== null && (asks.confirms || now.evaluation.warnings.some(({ grave }) => grave))) setAsking(now);
    else sendDraft(change.kind);
  };
  return (
    <form
      className={classes.form}
      aria-label={t('orders.editOrder', { id: order.id })}
      noValidate
      onSubmit={submit}
      ref={scrollIntoSight}
    >
      <div className={classes.fields}>
        <NumberField
          label={t('trade.price')}
          unit={match.quote_currency_code}
          value={draft.price}
          decimals={match.price_decimals}
          error={noteOf('price')}
          hint={useFarHint(found)}
          onChange={(price) => setDraft({ ...draft, price })}
          onStep={(ticks) => setDraft({ ...draft, price: steppedPrice(draft.price, ticks, order.price, match) })}
        />
        <NumberField
          label={t('trade.amount')}
          unit={match.base_currency_code}
          value={draft.number}
          decimals={match.amount_decimals}
          error={noteOf('number')}
          onChange={(number) => setDraft({ ...draft, number })}
          onStep={(steps) => setDraft({ ...draft, number: steppedAmount(draft.number, steps, match) })}
        />
      </div>
      <output className={classes.outcome} data-kind={change.kind}>
        {isWrong ? '' : t(outcomes[change.kind])}
      </output>
      <div className={classes.buttons}>
        <Button type="submit" size="dense" disabled={send.isPending || change.kind === 'none'}>
          {t('orders.save')}
        </Button>
        <Button look="plain" size="dense" onClick={onDone}>
          {t('common.close')}
        </Button>
      </div>
      {asking !== null && (
        <Suspense fallback={null}>
          <ConfirmOrder
            {...asks}
            match={match}
            draft={asking.draft}
            evaluation={asking.evaluation}
            onClose={() => setAsking(null)}
            onConfirm={() => {
              setAsking(null);
              sendDraft('replace');
            }}
          />
        </Suspense>
      )}
    </form>
  );
}

/** Returns a function that evaluates a draft as a replacement of the order, against the current balance and book. */
function useReplacement(order: KnownOrder, match: Match): (draft: ChangeDraft) => Replacement {
  const live = useLive();
  const side = order.way === 2 ? 'buy' : 'sell';
  const available = useBalance(side === 'buy' ? match.quote_currency_id : match.base_currency_id)?.available ?? null;
  return (draft) => {
    const known = { match, available, opposite: [], own: [], last: null };
    return evaluateReplacement(order, draft, contextNow(live, known, { side, kind: 'limit' }));
  };
}

/** A warning about the price, below its field. */
function useFarHint(found: Replacement | null): FieldHint | null {
  const texts = useTicketTexts();
  const [warning] = found?.evaluation.warnings ?? [];
  return warning === undefined ? null : { text: texts.warning(warning), warns: true };
}

function useChangeErrors(): (error: ChangeError | null) => string | null {
  const { t } = useTranslation();
  const figures = useFigures();
  return (error) => {
    if (error === null) return null;
    const written = Object.fromEntries(
      Object.entries(error.values).map(([name, value]) => [name, figures.trimmed(value, 8)]),
    );
    const { step = '', minimum = '', filled = '', available = '' } = written;
    const { currency = '' } = error.values;
    return t(error.key, { step, minimum, filled, available, currency });
  };
}

const outcomes = {
  none: 'orders.nothingNew',
  reduce: 'orders.keepsPlace',
  replace: 'orders.losesPlace',
} as const;

/** Normalises "12." to 12 and ".5" to 0.5. */
function plain(text: string): string {
  const digits = text.replace(/\.$/, '');
  return digits.startsWith('.') ? `0${digits}` : digits;
}
