import type { LeverCloseReason, LeverPosition, LeverRevokeReason } from '@bourse/contract/leverage';
import type { Match } from '@bourse/contract/markets';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAmount } from '../../ui/use-amount.ts';
import { useFigures } from '../../ui/use-figures.ts';
import type { Missing } from './lever-draft.ts';
import type { OrderProblem, OrderSituation } from './order-terms.ts';

const missingTexts = {
  share_required: 'errors.share_required',
  price_required: 'lever.emptyPrice',
  password_required: 'errors.pay_password_required',
  profit_unreadable: 'field.noNumber',
  loss_unreadable: 'field.noNumber',
  profit_zero: 'lever.zeroPrice',
  loss_zero: 'lever.zeroPrice',
} as const satisfies Readonly<Record<Missing, string>>;

const closeTexts = {
  user: 'lever.byUser',
  take_profit: 'lever.byTakeProfit',
  stop_loss: 'lever.byStopLoss',
  reverse: 'lever.byReverse',
  liquidation: 'lever.byLiquidation',
  cover: 'lever.byCover',
  deleveraging: 'lever.byDeleveraging',
} as const satisfies Readonly<Record<LeverCloseReason, string>>;

const revokeTexts = {
  cancelled: 'lever.cancelled',
  no_index: 'lever.noIndex',
  price_moved: 'lever.priceMoved',
  leverage_closed: 'lever.notAccepted',
  multiple_too_high: 'lever.multipleTooHigh',
  position_too_large: 'lever.tooLarge',
  exposure_cap: 'lever.noRoom',
  house_full: 'lever.houseFull',
  insufficient_balance: 'lever.noMoney',
  risk_too_high: 'lever.tooRisky',
  liquidation: 'lever.byLiquidation',
  restricted: 'lever.restricted',
} as const satisfies Readonly<Record<LeverRevokeReason, string>>;

/** The texts about orders and positions. */
export function useLeverTexts() {
  const { t } = useTranslation();
  const figures = useFigures();
  const amount = useAmount();
  return useMemo(() => {
    const reason = ({ close_reason: close, revoke_reason: revoke }: LeverPosition): string => {
      if (revoke !== null) return t(revokeTexts[revoke]);
      return close === null ? '' : t(closeTexts[close]);
    };
    const side = ({ type }: Pick<LeverPosition, 'type'>): string => t(type === 1 ? 'leverage.long' : 'leverage.short');
    return {
      reason,
      side,
      missing: (missing: Missing): string => t(missingTexts[missing]),
      /** A position by its pair, side and size, such as "BTC/USDT long 100×". */
      name: (position: LeverPosition): string => `${position.symbol} ${side(position)} ${position.multiple}×`,
      closed: (position: LeverPosition): string =>
        t(position.revoke_reason === null ? 'lever.closedNotice' : 'lever.revokedNotice', {
          position: `${position.symbol} ${side(position)}`,
          reason: reason(position),
        }),
      problem: (problem: OrderProblem, match: Match, { pair, available }: OrderSituation): string => {
        const currency = match.quote_currency_code;
        switch (problem.key) {
          case 'share_out_of_range':
            return t('errors.share_out_of_range', { minimum: pair.min_share, maximum: pair.max_share });
          case 'index_unavailable':
            return t('errors.index_unavailable', { symbol: match.symbol });
          case 'multiple_too_high':
            return t('errors.multiple_too_high', { maximum: problem.maximum });
          case 'position_too_large':
            return t('errors.position_too_large');
          case 'exposure_cap':
            return t('errors.exposure_cap', { room: figures.trimmed(pair.room, 2), currency });
          case 'insufficient_balance':
            return t('lever.insufficient', { available: amount(available, currency) });
          case 'risk_too_high':
            return t('errors.risk_too_high', { rate: figures.trimmed(problem.rate, 2) });
        }
      },
    };
  }, [t, figures, amount]);
}
