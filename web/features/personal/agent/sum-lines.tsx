import type { AgentSum } from '@bourse/contract/agents';
import { useTranslation } from 'react-i18next';
import { useFigures } from '../../../ui/use-figures.ts';
import classes from './agent.module.css';

/** Amounts have at most this many decimals. */
const maxDecimals = 8;

interface SumLinesProps {
  readonly sums: readonly AgentSum[];
  readonly of: 'commission' | 'fees';
}

/** Fees or commission, one currency in each line. */
export function SumLines({ sums, of }: SumLinesProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  if (sums.length === 0) return t('agent.none');
  return (
    <span className={classes.lines}>
      {sums.map((sum) => (
        <span key={sum.currency_id}>
          {figures.trimmed(sum[of], maxDecimals)} {sum.currency_code}
        </span>
      ))}
    </span>
  );
}
