import type { Match } from '@bourse/contract/markets';
import { Suspense, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../../live/context.tsx';
import { useBalance } from '../../../live/balance.ts';
import type { KnownOrder } from '../../../live/feeds/orders.ts';
import { Button } from '../../../ui/button.tsx';
import { Radio } from '../../../ui/choice.tsx';
import { requestedPart } from '../../../ui/requested-part.ts';
import { useConfirms } from '../ticket/confirms.ts';
import { kindTexts } from '../ticket/kind-texts.ts';
import { contextNow } from '../ticket/market-context.ts';
import { NumberField } from '../ticket/number-field.tsx';
import { steppedAmount, steppedPrice, type OrderDraft } from '../ticket/order-draft.ts';
import type { FieldName } from '../ticket/order-form.ts';
import { useTicketTexts } from '../ticket/ticket-texts.ts';
import { evaluateStopChange, stopDraft, withStopKind, type StopChange } from './stop-change.ts';
import { useSendChange } from './use-send-change.ts';
import { scrollIntoSight } from './scroll-into-sight.ts';
import classes from './order-edit.module.css';

const ConfirmOrder = requestedPart(
  async () => (await import('../ticket/confirm-order.tsx')).ConfirmOrder,
  ({ onClose }) => onClose(),
);

interface StopEditProps {
  readonly order: KnownOrder;
  readonly match: Match;
  readonly onDone: () => void;
}

/** Edits a stop order that waits for its trigger: what triggers it, and the order that it becomes. */
export function StopEdit({ order, match, onDone }: StopEditProps) {
  const { t } = useTranslation();
  const texts = useTicketTexts();
  const [draft, setDraft] = useState(() => stopDraft(order));
  const [tried, setTried] = useState(false);
  const [asking, setAsking] = useState<StopChange | null>(null);
  const asks = useConfirms();
  const evaluate = useStopChange(order, match);
  const change = evaluate(draft);
  const send = useSendChange(order, onDone);
  const { errors, warnings } = change.evaluation;
  const isWrong = Object.keys(errors).length > 0;
  const noteOf = (...fields: readonly FieldName[]): string | null => {
    const found = fields.map((field) => errors[field]).find((error) => error !== undefined);
    return found === undefined || (!tried && !change.changed) ? null : texts.problem(found);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setTried(true);
    // The market may have moved since the values were entered.
    const now = evaluate(draft);
    if (now.input === null || send.isPending) return;
    if (asks.confirms || now.evaluation.warnings.some(({ grave }) => grave)) setAsking(now);
    else send.mutate({ kind: 'replace', input: now.input });
  };
  const [warning] = warnings;
  const limited = draft.kind === 'stop_limit';
  const bySize = draft.led === 'amount';
  return (
    <form
      className={classes.form}
      aria-label={t('orders.editOrder', { id: order.id })}
      noValidate
      onSubmit={submit}
      ref={scrollIntoSight}
    >
      <fieldset className={classes.kinds} aria-label={t('orders.type')}>
        {stopKinds.map((kind) => (
          <Radio
            key={kind}
            name={`kind-${order.id}`}
            checked={draft.kind === kind}
            onChoose={() => setDraft(withStopKind(draft, kind))}
          >
            {t(kindTexts[kind])}
          </Radio>
        ))}
      </fieldset>
      <div className={classes.fields} data-columns={limited ? 3 : 2}>
        <NumberField
          label={t('ticket.stopPrice')}
          unit={match.quote_currency_code}
          value={draft.stop}
          decimals={match.price_decimals}
          error={noteOf('stop')}
          onChange={(stop) => setDraft({ ...draft, stop })}
          onStep={(ticks) => setDraft({ ...draft, stop: steppedPrice(draft.stop, ticks, order.price, match) })}
        />
        {limited && (
          <NumberField
            label={t('trade.price')}
            unit={match.quote_currency_code}
            value={draft.price}
            decimals={match.price_decimals}
            error={noteOf('price')}
            hint={warning === undefined ? null : { text: texts.warning(warning), warns: true }}
            onChange={(price) => setDraft({ ...draft, price })}
            onStep={(ticks) => setDraft({ ...draft, price: steppedPrice(draft.price, ticks, draft.stop, match) })}
          />
        )}
        <NumberField
          label={t(bySize ? 'trade.amount' : 'trade.total')}
          unit={bySize ? match.base_currency_code : match.quote_currency_code}
          value={draft.size}
          decimals={bySize ? match.amount_decimals : match.quote_decimals}
          error={noteOf('amount', 'total')}
          onChange={(size) => setDraft({ ...draft, size })}
          {...(bySize
            ? { onStep: (steps) => setDraft({ ...draft, size: steppedAmount(draft.size, steps, match) }) }
            : {})}
        />
      </div>
      <output className={classes.outcome} data-kind={isWrong || !change.changed ? 'none' : 'wait'}>
        {outcomeOf(change)}
      </output>
      <div className={classes.buttons}>
        <Button type="submit" size="dense" disabled={send.isPending || !change.changed}>
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
            draft={draft}
            evaluation={asking.evaluation}
            onClose={() => setAsking(null)}
            onConfirm={() => {
              setAsking(null);
              if (asking.input !== null) send.mutate({ kind: 'replace', input: asking.input });
            }}
          />
        </Suspense>
      )}
    </form>
  );

  function outcomeOf({ changed, evaluation }: StopChange): string {
    if (evaluation.errors.market !== undefined) return texts.problem(evaluation.errors.market);
    if (isWrong) return '';
    return t(changed ? 'orders.keepsWaiting' : 'orders.nothingNew');
  }
}

const stopKinds = ['stop_limit', 'stop_market'] as const;

/** Returns a function that evaluates a draft as the replacement of a stop order, against balance and last price. */
function useStopChange(order: KnownOrder, match: Match): (draft: OrderDraft) => StopChange {
  const live = useLive();
  const side = order.way === 2 ? 'buy' : 'sell';
  const available = useBalance(side === 'buy' ? match.quote_currency_id : match.base_currency_id)?.available ?? null;
  return (draft) => {
    const known = { match, available, opposite: [], own: [], last: null };
    return evaluateStopChange(order, draft, contextNow(live, known, { side, kind: draft.kind }));
  };
}
