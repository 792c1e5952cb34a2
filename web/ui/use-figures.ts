import { createContext, use } from 'react';
import { createFigures, type Figures } from './figures.ts';

/** Formats for the page's language and the site's time zone. */
export const FiguresContext = createContext(createFigures('en', 'UTC'));

/** The formats of the page's language. Must be cheap, because every table cell calls it. */
export function useFigures(): Figures {
  return use(FiguresContext);
}

/** Cached, because formats are costly to create. */
const made = new Map<string, Figures>();

export function figuresOf(locale: string, timeZone: string): Figures {
  const key = `${locale} ${timeZone}`;
  const known = made.get(key) ?? createFigures(locale, timeZone);
  made.set(key, known);
  return known;
}
