import { settlementSpan } from '@bourse/contract/rules';
import { microType } from '@bourse/contract/seconds';
import type { Match } from '@bourse/contract/markets';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { refusalOf } from '../../live/failure.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { noFigure } from '../../ui/figures.ts';
import { useAmount } from '../../ui/use-amount.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { useOutcome } from './use-outcome.ts';
import { useSubmission } from './seconds-reads.ts';
import { useSecondsTexts } from './seconds-texts.ts';
import type { Direction } from './seconds-fields.tsx';
import type { ChosenContract } from './use-offer.ts';

interface ConfirmSecondsProps {
  readonly match: Match;
  readonly direction: Direction;
  /** The choices as they were when the dialog opened: a later offer does not change what is confirmed. */
  readonly chosen: ChosenContract;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Confirms a contract: what is at risk, what it pays, and the windows whose ticks decide it. */
export function ConfirmSeconds({ match, direction, chosen, onClose, onDone }: ConfirmSecondsProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const amount = useAmount();
  const texts = useSecondsTexts();
  const submit = useSubmission(onDone);
  const { currency, number, offer } = chosen;
  const stake = amount(number, currency.code);
  const outcome = useOutcome(chosen);
  const { fromMs, toMs } = settlementSpan({ acceptedAtMs: 0, acceptedSequence: 0, seconds: offer.seconds });
  const length = figures.trimmed(String((toMs - fromMs) / 1_000), 3);
  return (
    <ConfirmDialog
      title={`${t(direction === 'up' ? 'seconds.buyUp' : 'seconds.buyDown')} ${match.symbol}`}
      opened
      facts={[
        { label: t('seconds.stakeAtRisk'), value: stake },
        { label: t('seconds.duration'), value: texts.duration(offer.seconds) },
        {
          label: t('seconds.ifRight'),
          value: outcome === null ? noFigure : `+${amount(outcome.profit, currency.code)}`,
        },
        { label: t('seconds.breakEven'), value: figures.fixedPercent(offer.break_even, 2) },
        { label: t('seconds.strikeWindow'), value: t('seconds.firstSecond') },
        { label: t('seconds.settlementWindow'), value: t('seconds.lastSeconds', { seconds: length }) },
      ]}
      risk={t('seconds.risk')}
      confirmLabel={t('seconds.confirm', { stake })}
      cancelLabel={t('seconds.back')}
      busy={submit.isPending}
      error={refusalOf(submit.error)}
      onConfirm={() =>
        submit.mutate({
          match_id: match.id,
          currency_id: currency.id,
          type: microType[direction],
          seconds: offer.seconds,
          number,
          version: offer.version,
        })
      }
      onClose={onClose}
    >
      <p>
        {t(direction === 'up' ? 'seconds.winsAbove' : 'seconds.winsBelow', { symbol: match.symbol })}{' '}
        <Link to="/second/rule" target="_blank">
          {t('shell.secondRule')}
        </Link>
      </p>
    </ConfirmDialog>
  );
}
