import type { Match } from '@bourse/contract/markets';
import { useTranslation } from 'react-i18next';
import { useBalance } from '../../../live/balance.ts';
import { useLive } from '../../../live/context.tsx';
import type { KnownOrder } from '../../../live/feeds/orders.ts';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { useFigures } from '../../../ui/use-figures.ts';
import { useSendChange } from '../orders/use-send-change.ts';
import { kindTexts } from '../ticket/kind-texts.ts';
import { contextNow } from '../ticket/market-context.ts';
import { sideText } from '../ticket/side-text.ts';
import { useTicketTexts } from '../ticket/ticket-texts.ts';
import { movedOrder, type MovedTerm } from './moved-order.ts';
import classes from './move-order.module.css';

interface MoveOrderProps {
  readonly order: KnownOrder;
  /** The price that its line was moved to. */
  readonly price: string;
  readonly match: Match;
  readonly onClose: () => void;
}

/** Asks whether to change an order whose line was moved, with its old and new terms. */
export function MoveOrder({ order, price, match, onClose }: MoveOrderProps) {
  const { t } = useTranslation();
  const texts = useTicketTexts();
  const live = useLive();
  const side = order.way === 2 ? 'buy' : 'sell';
  const available = useBalance(side === 'buy' ? match.quote_currency_id : match.base_currency_id)?.available ?? null;
  const known = { match, available, opposite: [], own: [], last: null };
  const moved = movedOrder(order, price, contextNow(live, known, { side, kind: 'limit' }));
  const send = useSendChange(order, onClose);
  const { problems, warnings, input } = moved;
  const waits = order.status === 'untriggered';
  return (
    <Sheet title={t('orders.editOrder', { id: order.id })} from="centre" opened onClose={onClose}>
      <div className={classes.move}>
        <p className={side === 'buy' ? 'up' : 'down'}>{`${sideText(t, side, match)} · ${t(kindTexts[moved.kind])}`}</p>
        <dl>
          {moved.terms.map((term) => (
            <Term key={term.term} term={term} match={match} about={moved.estimated && term.term === 'total'} />
          ))}
        </dl>
        {problems.map((problem) => (
          <p key={problem.key} className={classes.problem} role="alert">
            {texts.problem(problem)}
          </p>
        ))}
        {problems.length === 0 &&
          warnings.map((warning) => (
            <p key={warning.key} className={classes.warning} role="alert">
              {texts.warning(warning)}
            </p>
          ))}
        <p className={classes.note}>{t(waits ? 'orders.keepsWaiting' : 'orders.losesPlace')}</p>
        <DialogButtons
          cancel={{ label: t('ticket.back'), onPress: onClose }}
          confirm={{
            label: t('orders.save'),
            look: side,
            busy: send.isPending,
            disabled: input === null,
            onPress: () => input !== null && send.mutate({ kind: 'replace', input }, { onError: onClose }),
          }}
        />
      </div>
    </Sheet>
  );
}

interface TermProps {
  readonly term: MovedTerm;
  readonly match: Match;
  readonly about: boolean;
}

function Term({ term: { term, from, to }, match, about }: TermProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const names = {
    stop: t('ticket.stopPrice'),
    price: t('trade.price'),
    amount: t('trade.amount'),
    total: t('trade.total'),
  };
  const unit = term === 'amount' ? match.base_currency_code : match.quote_currency_code;
  const written = (value: string): string =>
    value === ''
      ? '—'
      : term === 'stop' || term === 'price'
        ? figures.fixed(value, match.price_decimals)
        : figures.trimmed(value, 8);
  const sign = about ? '≈ ' : '';
  const [before, after] = [written(from), written(to)];
  return (
    <div>
      <dt>{names[term]}</dt>
      <dd className="figures">
        {before !== after && (
          <>
            <del>{`${sign}${before}`}</del>
            {' → '}
          </>
        )}
        <ins>{`${sign}${after} ${unit}`}</ins>
      </dd>
    </div>
  );
}
