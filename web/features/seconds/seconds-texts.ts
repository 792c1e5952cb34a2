import type { MicroOrder } from '@bourse/contract/seconds';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { decimalsOf } from '../../live/decimal.ts';
import { ratioPercent } from '../../ui/ratio-percent.ts';
import { useFigures } from '../../ui/use-figures.ts';
import type { Lead } from './lead-of.ts';
import type { SecondsProblem } from './seconds-draft.ts';
import { signedAmount } from '../../ui/signed-amount.ts';

const resultTexts = { win: 'seconds.won', loss: 'seconds.lost', tie: 'seconds.tied', void: 'seconds.voided' } as const;

const voidTexts = {
  index_interrupted: 'seconds.voidInterrupted',
  too_few_ticks: 'seconds.voidTooFew',
} as const;

const leadTexts = {
  ahead: 'seconds.ahead',
  behind: 'seconds.behind',
  level: 'seconds.level',
} as const satisfies Readonly<Record<Lead, string>>;

/** The texts about contracts. */
export function useSecondsTexts() {
  const { t } = useTranslation();
  const figures = useFigures();
  return useMemo(() => {
    const duration = (seconds: number): string =>
      new Intl.NumberFormat(figures.locale, { style: 'unit', unit: 'second', unitDisplay: 'narrow' }).format(seconds);
    const direction = ({ type }: Pick<MicroOrder, 'type'>): string => t(type === 1 ? 'seconds.up' : 'seconds.down');
    /** A contract by its pair, direction and duration, such as "BTC/USDT up 30s". */
    const name = (contract: Pick<MicroOrder, 'symbol_name' | 'type' | 'seconds'>): string =>
      `${contract.symbol_name} ${direction(contract)} ${duration(contract.seconds)}`;
    /** A price with `decimals`, or with those that it has. */
    const price = (value: string, decimals = decimalsOf(value)): string => figures.fixed(value, decimals);
    const result = ({ result: kind, void_reason: reason }: Pick<MicroOrder, 'result' | 'void_reason'>): string => {
      if (kind === null) return '';
      return reason === null ? t(resultTexts[kind]) : t(voidTexts[reason]);
    };
    return {
      duration,
      direction,
      name,
      price,
      result,
      mean: t('seconds.mean'),
      lead: (lead: Lead): string => t(leadTexts[lead]),
      /** The ratio of a payout as a percentage, truncated. */
      ratio: (ratio: string): string => figures.percent(ratioPercent(ratio), 2),
      struckAt: ({ open_price: open }: Pick<MicroOrder, 'open_price'>): string =>
        open === null ? t('seconds.striking') : t('seconds.struckAt', { price: price(open) }),
      closed: (contract: MicroOrder): string =>
        t('seconds.closedNotice', {
          contract: name(contract),
          result: result(contract),
          amount: `${signedAmount(contract.fact_profits, figures)} ${contract.currency_name}`,
        }),
      problem: (problem: SecondsProblem, { symbol, room, code }: ProblemFacts): string => {
        switch (problem) {
          case 'seconds_closed':
            return t('errors.micro_closed', { symbol });
          case 'index_unavailable':
            return t('errors.micro_index_unavailable', { symbol });
          case 'user_cap':
            return t('errors.micro_user_cap', { room: figures.trimmed(room, 8), currency: code });
          case 'insufficient_balance':
            return t('seconds.insufficient', { currency: code });
        }
      },
    };
  }, [t, figures]);
}

interface ProblemFacts {
  readonly symbol: string;
  readonly room: string;
  readonly code: string;
}
