import type { Match } from '@bourse/contract/markets';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../../ui/choice.tsx';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { useFigures } from '../../../ui/use-figures.ts';
import { kindTexts } from './kind-texts.ts';
import type { OrderDraft } from './order-draft.ts';
import type { OrderEvaluation } from './order-form.ts';
import { Proceeds } from './proceeds.tsx';
import { sideText } from './side-text.ts';
import { useTicketTexts } from './ticket-texts.ts';
import classes from './confirm-order.module.css';

interface ConfirmOrderProps {
  readonly match: Match;
  readonly draft: OrderDraft;
  readonly evaluation: OrderEvaluation;
  readonly confirms: boolean;
  readonly onConfirms: (confirms: boolean) => void;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Shows an order with its warnings before it is sent, and asks for confirmation. */
export function ConfirmOrder(props: ConfirmOrderProps) {
  const { match, draft, evaluation, confirms, onConfirms, onConfirm, onClose } = props;
  const { t } = useTranslation();
  const texts = useTicketTexts();
  const { side, kind } = draft;
  return (
    <Sheet title={t('ticket.confirmTitle')} from="centre" opened onClose={onClose}>
      <div className={classes.confirm}>
        <p className={side === 'buy' ? 'up' : 'down'}>{`${sideText(t, side, match)} · ${t(kindTexts[kind])}`}</p>
        <Terms match={match} draft={draft} evaluation={evaluation} />
        <Proceeds match={match} side={side} summary={evaluation.summary} />
        {evaluation.warnings.map((warning) => (
          <p key={warning.key} className={classes.warning} role="alert">
            {texts.warning(warning)}
          </p>
        ))}
        <Checkbox checked={confirms} className={classes.check} onChange={onConfirms}>
          {t('ticket.askFirst')}
        </Checkbox>
        <DialogButtons
          cancel={{ label: t('ticket.back'), onPress: onClose }}
          confirm={{ label: t('ticket.confirm'), look: side, onPress: onConfirm }}
        />
      </div>
    </Sheet>
  );
}

/** The details of the order, one per line. */
function Terms({ match, draft, evaluation: { summary } }: Pick<ConfirmOrderProps, 'match' | 'draft' | 'evaluation'>) {
  const { t } = useTranslation();
  const figures = useFigures();
  const { kind, led } = draft;
  const base = match.base_currency_code;
  const quote = match.quote_currency_code;
  const limited = kind === 'limit' || kind === 'stop_limit';
  const about = (field: 'amount' | 'total'): string => (summary.estimated && led !== field ? '≈ ' : '');
  const rows: (readonly [string, string])[] = [
    ...(kind === 'stop_limit' || kind === 'stop_market'
      ? [[t('ticket.stopPrice'), `${written(draft.stop)} ${quote}`] as const]
      : []),
    ...(limited ? [[t('trade.price'), `${written(draft.price)} ${quote}`] as const] : []),
    ...(summary.average === null
      ? []
      : [[t('trade.averagePrice'), `≈ ${figures.trimmed(summary.average, match.price_decimals)} ${quote}`] as const]),
    ...(summary.worst === null
      ? []
      : [[t('ticket.worstPrice'), `≈ ${figures.trimmed(summary.worst, match.price_decimals)} ${quote}`] as const]),
    ...(summary.slippage === null
      ? []
      : [[t('ticket.slippage'), figures.percent(summary.slippage.replace(/\.$/, ''), 8)] as const]),
    [t('trade.amount'), `${about('amount')}${written(summary.amount)} ${base}`],
    [t('trade.total'), `${about('total')}${written(summary.total)} ${quote}`],
  ];
  function written(value: string): string {
    return figures.trimmed(value.replace(/\.$/, ''), 8);
  }
  return (
    <dl className={classes.terms}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="figures">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
