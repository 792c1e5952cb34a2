import { type LeverPosition, setLeverStops } from '@bourse/contract/leverage';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { unreadable } from '../../live/decimal-input.ts';
import { refusalOf } from '../../live/failure.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import { usePriceDecimals } from '../markets/index.ts';
import { NumberField } from '../spot/index.ts';
import { isZeroStop } from './lever-draft.ts';
import { useLeverAction } from './lever-reads.ts';
import { useLeverTexts } from './lever-texts.ts';
import { LiveMark, Profit } from './profit.tsx';
import { expectedResult, priceAtProfit, priceAtRate } from './position-figures.ts';
import classes from './positions.module.css';

interface StopsDialogProps {
  readonly position: LeverPosition;
  /** The stops to start with, where they differ from those of the position. */
  readonly moved?: { readonly takeProfit?: string; readonly stopLoss?: string };
  readonly onClose: () => void;
}

/** How a stop is entered: by its price, by the result in percent of the margin, or by the result itself. */
type Unit = 'price' | 'percent' | 'amount';

/** The price of a stop as it is entered: empty for no stop, null if the entry gives no price. */
type StopPrice = string | null;

/** Sets the stops of a position or of an order, with the result to be expected at each. */
export function StopsDialog({ position, moved = {}, onClose }: StopsDialogProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const texts = useLeverTexts();
  const decimals = usePriceDecimals()(position.currency_match_id) ?? 2;
  const save = useLeverAction(setLeverStops, onClose);
  const [unit, setUnit] = useState<Unit>('price');
  const before = {
    takeProfit: moved.takeProfit ?? position.target_profit_price ?? '',
    stopLoss: moved.stopLoss ?? position.stop_loss_price ?? '',
  };
  const [takeProfit, setTakeProfit] = useState<StopPrice>(before.takeProfit);
  const [stopLoss, setStopLoss] = useState<StopPrice>(before.stopLoss);
  const fields = useRef<HTMLDivElement>(null);
  // The fields start empty in another unit, so a result without a price is forgotten with its text.
  const enterAs = (next: Unit): void => {
    setUnit(next);
    setTakeProfit(takeProfit ?? before.takeProfit);
    setStopLoss(stopLoss ?? before.stopLoss);
  };
  const send = (): void => {
    if (takeProfit !== null && stopLoss !== null)
      save.mutate({ id: position.id, target_profit_price: plain(takeProfit), stop_loss_price: plain(stopLoss) });
    else if (fields.current !== null) focusFirstError(fields.current);
  };
  return (
    <Sheet title={t('lever.setStops')} from="centre" opened onClose={onClose}>
      <div ref={fields} className={classes.stops}>
        <dl className={classes.facts}>
          <div>
            <dt>{t('lever.position')}</dt>
            <dd>{texts.name(position)}</dd>
          </div>
          <div>
            <dt>{t(position.status === 0 ? 'lever.targetPrice' : 'lever.entry')}</dt>
            <dd className="figures">{figures.fixed(position.price, decimals)}</dd>
          </div>
          <div>
            <dt>{t('lever.mark')}</dt>
            <dd className="figures">
              <LiveMark position={position} decimals={decimals} />
            </dd>
          </div>
        </dl>
        <Tabs
          label={t('lever.enterAs')}
          look="pills"
          tabs={[
            { id: 'price', label: t('trade.price') },
            { id: 'percent', label: '%' },
            { id: 'amount', label: t('lever.amount') },
          ]}
          selected={unit}
          onSelect={enterAs}
        />
        <StopField
          key={`profit-${unit}`}
          kind="profit"
          position={position}
          unit={unit}
          decimals={decimals}
          price={takeProfit}
          onPrice={setTakeProfit}
        />
        <StopField
          key={`loss-${unit}`}
          kind="loss"
          position={position}
          unit={unit}
          decimals={decimals}
          price={stopLoss}
          onPrice={setStopLoss}
        />
        <p className={classes.note}>{t('lever.stopsNote')}</p>
        <div role="alert" className={classes.refusal}>
          {refusalOf(save.error)}
        </div>
        <DialogButtons
          cancel={{ label: t('lever.back'), onPress: onClose }}
          confirm={{
            label: t('lever.saveStops'),
            busy: save.isPending,
            onPress: send,
          }}
        />
      </div>
    </Sheet>
  );
}

/** A price as it is sent; zero clears the stop. */
function plain(price: string): string {
  const text = price.replace(/\.$/, '');
  return text === '' ? '0' : text;
}

interface StopFieldProps {
  readonly kind: 'profit' | 'loss';
  readonly position: LeverPosition;
  readonly unit: Unit;
  readonly decimals: number;
  readonly price: StopPrice;
  readonly onPrice: (price: StopPrice) => void;
}

/** A stop by price or by result, with the result to be expected. */
function StopField({ kind, position, unit, decimals, price, onPrice }: StopFieldProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const [entered, setEntered] = useState('');
  const quote = position.symbol.split('/')[1] ?? '';
  const sign = kind === 'profit' ? '' : '-';
  const enter = (text: string): void => {
    setEntered(text);
    if (text === unreadable) return onPrice(null);
    // Zero is no price; only an empty field clears a stop.
    if (unit === 'price') return onPrice(isZeroStop(text) ? null : text);
    const value = text.replace(/\.$/, '');
    if (value === '') return onPrice('');
    const at = unit === 'percent' ? priceAtRate : priceAtProfit;
    onPrice(at(position, `${sign}${value}`, decimals));
  };
  const result = expectedResult(kind, position, plain(price ?? ''));
  const units = { price: quote, percent: '%', amount: quote };
  return (
    <div className={classes.stop}>
      <NumberField
        label={t(kind === 'profit' ? 'lever.takeProfit' : 'lever.stopLoss')}
        unit={units[unit]}
        value={unit === 'price' ? (price ?? (entered === '' ? unreadable : entered)) : entered}
        decimals={unit === 'price' ? decimals : 2}
        error={
          price === null && entered !== unreadable
            ? t(unit === 'price' ? 'lever.zeroPrice' : 'lever.noSuchPrice')
            : null
        }
        onChange={enter}
        hint={
          unit === 'price' || price === null || price === ''
            ? null
            : { text: figures.fixed(price, decimals), warns: false }
        }
      />
      <p className={classes.expected}>
        <span>{t(kind === 'profit' ? 'lever.expectedProfit' : 'lever.expectedLoss')}</span>
        <span className="figures">
          <Profit profit={result} margin={position.caution_money} />
        </span>
      </p>
    </div>
  );
}
