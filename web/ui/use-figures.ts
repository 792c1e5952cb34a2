import { useTranslation } from 'react-i18next';
import { createFigures, type Figures } from './figures.ts';

/** The figures of the language that the page speaks. */
export function useFigures(): Figures {
  const { i18n } = useTranslation();
  return figuresOf(i18n.language);
}

/** Formats are costly to make and the same for every row of a table. */
const made = new Map<string, Figures>();

function figuresOf(locale: string): Figures {
  const known = made.get(locale) ?? createFigures(locale);
  made.set(locale, known);
  return known;
}
