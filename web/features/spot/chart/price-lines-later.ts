import { optionalPart } from '../../../ui/optional-part.ts';

/** Lines with labels on a chart. Loaded after the candles, because it needs the chart library. */
export const PriceLines = optionalPart(async () => (await import('./price-lines.tsx')).PriceLines);
