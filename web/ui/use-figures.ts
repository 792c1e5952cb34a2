import { createContext, use } from 'react';
import { createFigures, type Figures } from './figures.ts';

/** Writes figures for the language that the page speaks, and times in the zone of the site. */
export const FiguresContext = createContext(createFigures('en', 'UTC'));

/**
 * The figures of the language that the page speaks. Every cell of a table asks for them, so this has to cost nothing.
 */
export function useFigures(): Figures {
  return use(FiguresContext);
}

/** Formats are costly to make and the same for every row of a table. */
const made = new Map<string, Figures>();

export function figuresOf(locale: string, timeZone: string): Figures {
  const key = `${locale} ${timeZone}`;
  const known = made.get(key) ?? createFigures(locale, timeZone);
  made.set(key, known);
  return known;
}
