import type { Match } from '@bourse/contract/markets';
import { buyCancelAll, buyList, historyList, sellCancelAll, sellList } from '@bourse/contract/spot';
import { accountList } from '@bourse/contract/wallet';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../../live/context.tsx';
import { randomId } from '../../../live/random-id.ts';
import type { KnownOrder } from '../../../live/feeds/orders.ts';
import { useRead } from '../../../live/read.ts';
import { Radio } from '../../../ui/choice.tsx';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/toasts.ts';
import { announce } from '../../../ui/announcer.tsx';
import type { Side } from '../ticket/order-form.ts';
import { useRefetchOnUpdate } from './refetch-on-update.ts';
import { cancelInTurns } from './cancel-in-turns.ts';
import classes from './cancel-all.module.css';

interface CancelAllProps {
  readonly match: Match;
  /** Whether the current market is preselected rather than all markets. */
  readonly here: boolean;
  readonly onClose: () => void;
}

/** Confirms cancelling all open orders: on which markets, on which side, and how many there are. */
export function CancelAll({ match, here, onClose }: CancelAllProps) {
  const { t } = useTranslation();
  const [where, setWhere] = useState<'here' | 'everywhere'>(here ? 'here' : 'everywhere');
  const [side, setSide] = useState<'both' | Side>('both');
  const market = where === 'here' ? { currency_match_id: match.id } : {};
  const counts = useCounts(market);
  const count = counts === null ? null : side === 'both' ? counts.buy + counts.sell : counts[side];
  const { cancel, cancelled } = useCancel(market, side, onClose);
  const sides = [
    { id: 'both', label: t('orders.bothSides'), count: counts === null ? null : counts.buy + counts.sell },
    { id: 'buy', label: t('trade.bids'), count: counts?.buy ?? null },
    { id: 'sell', label: t('trade.asks'), count: counts?.sell ?? null },
  ] as const;
  return (
    <Sheet title={t('orders.cancelTitle')} from="centre" opened onClose={onClose}>
      <div className={classes.body}>
        <fieldset className={classes.choices} disabled={cancel.isPending}>
          <legend>{t('trade.market')}</legend>
          <Radio name="where" checked={where === 'here'} onChoose={() => setWhere('here')}>
            {match.symbol}
          </Radio>
          <Radio name="where" checked={where === 'everywhere'} onChoose={() => setWhere('everywhere')}>
            {t('orders.allMarkets')}
          </Radio>
        </fieldset>
        <fieldset className={classes.choices} disabled={cancel.isPending}>
          <legend>{t('trade.side')}</legend>
          {sides.map(({ id, label, count: some }) => (
            <Radio key={id} name="side" checked={side === id} onChoose={() => setSide(id)}>
              {some === null ? label : `${label} (${some})`}
            </Radio>
          ))}
        </fieldset>
        <output className={classes.count}>
          {cancel.isPending ? (
            <ProgressBar
              label={t('orders.cancelledSome', { orders: cancelled })}
              value={cancelled}
              max={cancel.variables}
            />
          ) : count === null ? (
            t('common.loading')
          ) : count === 0 ? (
            t('orders.noneOpen')
          ) : (
            t('orders.cancelCount', { count })
          )}
        </output>
        <DialogButtons
          cancel={{ label: t('orders.keep'), onPress: onClose }}
          confirm={{
            label: count === null ? t('orders.cancelAll') : t('orders.cancelNow', { count }),
            look: 'danger',
            busy: cancel.isPending,
            disabled: count === null || count === 0,
            onPress: () => cancel.mutate(count ?? 0),
          }}
        />
      </div>
    </Sheet>
  );
}

interface MarketInput {
  readonly currency_match_id?: number;
}

/** The number of open orders by side; null while unknown. */
function useCounts(market: MarketInput): Readonly<Record<Side, number>> | null {
  const buys = useRead(buyList, { ...market, page: 1, limit: 1 });
  const sells = useRead(sellList, { ...market, page: 1, limit: 1 });
  useRefetchOnUpdate(buys.refetch, isBuy);
  useRefetchOnUpdate(sells.refetch, isSell);
  const [buy, sell] = [buys.data?.data.total, sells.data?.data.total];
  return buy === undefined || sell === undefined ? null : { buy, sell };
}

function isBuy({ way }: KnownOrder): boolean {
  return way === 2;
}

function isSell({ way }: KnownOrder): boolean {
  return way === 1;
}

function useCancel(market: MarketInput, side: 'both' | Side, onDone: () => void) {
  const { t } = useTranslation();
  const { call, queries } = useLive();
  const [cancelled, setCancelled] = useState(0);
  const cancel = useMutation({
    // The progress reads the number of orders to cancel from the variables of the mutation.
    mutationFn: (_total: number) => {
      const calls = [...(side === 'sell' ? [] : [buyCancelAll]), ...(side === 'buy' ? [] : [sellCancelAll])];
      const requests = calls.map(
        (cancelAll) => async () => (await call(cancelAll, market, { idempotencyKey: randomId() })).data,
      );
      return cancelInTurns(requests, setCancelled);
    },
    onSuccess: (count) => {
      const text = t('orders.cancelledAll', { count });
      toast(text, 'neutral');
      announce(text);
      onDone();
    },
    onSettled: () => {
      // Some orders may be cancelled even if a request failed.
      for (const { path } of [buyList, sellList, accountList, historyList]) {
        void queries.invalidateQueries({ queryKey: [path] });
      }
    },
  });
  return { cancel, cancelled };
}
