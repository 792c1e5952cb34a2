import type { ConvertSetting } from '@bourse/contract/convert';
import { useTranslation } from 'react-i18next';
import { multiplyDecimals } from '../../live/decimal.ts';
import { Button } from '../../ui/button.tsx';
import { useAmount } from '../../ui/use-amount.ts';
import { useFigures } from '../../ui/use-figures.ts';
import type { HeldQuote } from './convert-reads.ts';
import { Facts } from './facts.tsx';
import { QuoteRing } from './quote-ring.tsx';
import { shownPrice } from './shown-price.ts';
import { useSecondsLeft } from './use-seconds-left.ts';
import classes from './convert.module.css';

interface QuotePanelProps {
  readonly held: HeldQuote;
  readonly setting: ConvertSetting;
  readonly busy: boolean;
  /** The last attempt got no answer, so the quote may have been carried out. */
  readonly unanswered: boolean;
  readonly onAccept: () => void;
  /** Requests a new quote. */
  readonly onAgain: () => void;
}

/** A quote with its remaining time. After its end it is dimmed, and a new one can be requested. */
export function QuotePanel({ held: { endsAt, quote }, setting, busy, unanswered, onAccept, onAgain }: QuotePanelProps) {
  const { t } = useTranslation();
  const amount = useAmount();
  const figures = useFigures();
  const left = useSecondsLeft(endsAt);
  const { currency_code: from, target_currency_code: to } = quote;
  const shown = shownPrice(quote);
  const percent = (fraction: string): string => figures.percent(multiplyDecimals(fraction, '100'), 4);
  // An attempt without an answer is repeated with the same quote, so that it converts once.
  const isOver = left === 0 && !busy && !unanswered;
  return (
    <section className={classes.quote} aria-label={t('convert.quote')}>
      <div className={classes.terms} data-stale={isOver}>
        <Facts
          facts={[
            { label: t('convert.receive'), value: <strong>{amount(quote.received, to)}</strong> },
            { label: t('convert.price'), value: `${amount('1', shown.base)} = ${amount(shown.price, shown.quote)}` },
            {
              label: t('convert.spread'),
              value: `${percent(quote.spread)} · ${amount(quote.spread_amount, to)}`,
            },
          ]}
        />
      </div>
      <div className={classes.timing}>
        {!isOver && !unanswered && <QuoteRing left={left} of={Math.ceil(setting.quote_ms / 1_000)} />}
        <p role="status">{noteOf()}</p>
      </div>
      {isOver ? (
        <Button size="touch" onClick={onAgain}>
          {t('convert.newQuote')}
        </Button>
      ) : (
        <Button size="touch" aria-busy={busy} disabled={busy} onClick={onAccept}>
          {unanswered ? t('common.retry') : t('convert.confirm', { amount: amount(quote.number, from) })}
        </Button>
      )}
    </section>
  );

  function noteOf(): string {
    if (unanswered) return t('convert.noResponse');
    return isOver ? t('convert.expired') : t('convert.tolerance', { percent: percent(setting.tolerance) });
  }
}
