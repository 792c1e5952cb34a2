import { createContext, use } from 'react';
import { useTranslation } from 'react-i18next';
import { createFigures, type Figures } from './figures.ts';

/** The time zone of the site, in which every time on the page is written. */
export const TimeZoneContext = createContext('UTC');

/** The figures of the language that the page speaks. */
export function useFigures(): Figures {
  const { i18n } = useTranslation();
  return figuresOf(i18n.language, use(TimeZoneContext));
}

/** Formats are costly to make and the same for every row of a table. */
const made = new Map<string, Figures>();

function figuresOf(locale: string, timeZone: string): Figures {
  const key = `${locale} ${timeZone}`;
  const known = made.get(key) ?? createFigures(locale, timeZone);
  made.set(key, known);
  return known;
}
