import { useTranslation } from 'react-i18next';
import { useFigures } from '../../../ui/use-figures.ts';
import type { Problem, Warning } from './order-form.ts';

type Texts = Readonly<Record<string, string>>;

/** The texts of problems and warnings, with localised numbers. */
export function useTicketTexts(): {
  readonly problem: (found: Problem) => string;
  readonly warning: (found: Warning) => string;
} {
  const { t } = useTranslation();
  const figures = useFigures();
  const written = (found: Texts): Texts =>
    Object.fromEntries(
      Object.entries(found).map(([name, value]) => [name, name === 'currency' ? value : figures.trimmed(value, 8)]),
    );
  return {
    problem: (found) => {
      const { step = '', minimum = '', available = '', price = '', currency = '' } = written(found.values);
      return t(found.key, { step, minimum, available, price, currency });
    },
    warning: (found) => {
      const { amount = '', price = '', limit = '', currency = '' } = written(found.values);
      const percent = figures.percent(found.values.percent ?? '', 8);
      return t(found.key, { percent, amount, price, limit, currency });
    },
  };
}
