import { type LeverPosition, setLeverStops } from '@bourse/contract/leverage';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refusalOf } from '../../live/failure.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import { usePriceDecimals } from '../markets/index.ts';
import { NumberField } from '../spot/index.ts';
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

/** Sets the stops of a position or of an order, with the result to be expected at each. */
export function StopsDialog({ position, moved = {}, onClose }: StopsDialogProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const texts = useLeverTexts();
  const decimals = usePriceDecimals()(position.currency_match_id) ?? 2;
  const save = useLeverAction(setLeverStops, onClose);
  const [unit, setUnit] = useState<Unit>('price');
  const [takeProfit, setTakeProfit] = useState(moved.takeProfit ?? position.target_profit_price ?? '');
  const [stopLoss, setStopLoss] = useState(moved.stopLoss ?? position.stop_loss_price ?? '');
  return (
    <Sheet title={t('lever.setStops')} from="centre" opened onClose={onClose}>
      <div className={classes.stops}>
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
          onSelect={setUnit}
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
            onPress: () =>
              save.mutate({
                id: position.id,
                target_profit_price: plain(takeProfit),
                stop_loss_price: plain(stopLoss),
              }),
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
  readonly price: string;
  readonly onPrice: (price: string) => void;
}

/** A stop by price or by result, with the result to be expected. */
function StopField({ kind, position, unit, decimals, price, onPrice }: StopFieldProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const [entered, setEntered] = useState('');
  const quote = position.symbol.split('/')[1] ?? '';
  const sign = kind === 'profit' ? '' : '-';
  const enter = (text: string): void => {
    if (unit === 'price') return onPrice(text);
    setEntered(text);
    const value = text.replace(/\.$/, '');
    if (!(Number(value) > 0)) return onPrice('');
    const at = unit === 'percent' ? priceAtRate : priceAtProfit;
    onPrice(at(position, `${sign}${value}`, decimals));
  };
  const result = expectedResult(kind, position, plain(price));
  const units = { price: quote, percent: '%', amount: quote };
  return (
    <div className={classes.stop}>
      <NumberField
        label={t(kind === 'profit' ? 'lever.takeProfit' : 'lever.stopLoss')}
        unit={units[unit]}
        value={unit === 'price' ? price : entered}
        decimals={unit === 'price' ? decimals : 2}
        error={null}
        onChange={enter}
        hint={unit === 'price' || price === '' ? null : { text: figures.fixed(price, decimals), warns: false }}
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
