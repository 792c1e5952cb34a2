import { payPasswordRefusals } from '@bourse/contract/identity';
import { leverType, submitLever } from '@bourse/contract/leverage';
import type { Match } from '@bourse/contract/markets';
import { useTranslation } from 'react-i18next';
import { partOfRefusal, refusalOf } from '../../live/failure.ts';
import { ConfirmDialog, type Fact } from '../../ui/confirm-dialog.tsx';
import { noFigure } from '../../ui/figures.ts';
import { useAmount } from '../../ui/use-amount.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { type LeverDraft, orderOf } from './lever-draft.ts';
import { useLeverAction } from './lever-reads.ts';
import { type LeverSide, orderTerms } from './order-terms.ts';
import type { Situation } from './use-situation.ts';

interface ConfirmLeverProps {
  readonly match: Match;
  readonly draft: LeverDraft;
  readonly side: LeverSide;
  readonly situation: Situation;
  readonly onClose: () => void;
  /** Called with the refusal of the trade password, which belongs to the form. */
  readonly onPasswordRefused: (text: string) => void;
  readonly onDone: () => void;
}

/** Confirms an order for a position: its size, its cost, its prices, and the risk. */
export function ConfirmLever(props: ConfirmLeverProps) {
  const { match, draft, side, situation, onClose, onPasswordRefused, onDone } = props;
  const { t } = useTranslation();
  const figures = useFigures();
  const amount = useAmount();
  const submit = useLeverAction(submitLever, onDone);
  const order = orderOf(draft, side, situation.deal);
  const terms = orderTerms(order, situation.order);
  const worst = terms?.worst ?? null;
  const { quote_currency_code: code, base_currency_code: base, price_decimals: decimals } = match;
  const price = (value: string | null): string =>
    value === null ? noFigure : `${figures.fixed(value, decimals)}\u00a0${code}`;
  const money = (value: string | undefined): string =>
    value === undefined ? noFigure : `${figures.fixed(value, 6)}\u00a0${code}`;
  const facts: Fact[] = [
    { label: t('lever.lots'), value: `${order.share} (${amount(terms?.number ?? '0', base)})` },
    { label: t('lever.multiple'), value: `${order.multiple}×` },
    { label: t('lever.fee'), value: money(terms?.fee) },
    { label: t('lever.margin'), value: money(terms?.margin) },
    {
      label: order.target === null ? t('lever.expectedPrice') : t('lever.targetPrice'),
      value: price(terms?.price ?? null),
    },
    ...(order.target === null ? [{ label: t('lever.worstPrice'), value: price(worst) }] : []),
    { label: t('lever.liquidation'), value: price(terms?.liquidation ?? null) },
    ...(draft.takeProfit === '' ? [] : [{ label: t('lever.takeProfit'), value: price(draft.takeProfit) }]),
    ...(draft.stopLoss === '' ? [] : [{ label: t('lever.stopLoss'), value: price(draft.stopLoss) }]),
  ];
  const send = (): void =>
    submit.mutate(
      {
        currency_match_id: match.id,
        type: side === 'long' ? leverType.long : leverType.short,
        status: order.target === null ? 1 : 0,
        share: order.share,
        multiple: order.multiple,
        ...(order.target === null ? {} : { target_price: order.target }),
        ...(worst === null ? {} : { worst_price: worst }),
        ...(draft.takeProfit === '' ? {} : { target_profit_price: draft.takeProfit }),
        ...(draft.stopLoss === '' ? {} : { stop_loss_price: draft.stopLoss }),
        ...(draft.password === '' ? {} : { pay_password: draft.password }),
      },
      {
        onError: (error) => {
          const isPassword = partOfRefusal(error, { password: payPasswordRefusals }) !== null;
          if (isPassword) onPasswordRefused(refusalOf(error) ?? '');
        },
      },
    );
  return (
    <ConfirmDialog
      title={`${t(side === 'long' ? 'lever.openLong' : 'lever.openShort')} ${match.symbol}`}
      opened
      facts={facts}
      risk={t('lever.risk')}
      confirmLabel={t('lever.confirm')}
      cancelLabel={t('lever.back')}
      busy={submit.isPending}
      error={refusalOf(submit.error)}
      onConfirm={send}
      onClose={onClose}
    />
  );
}
