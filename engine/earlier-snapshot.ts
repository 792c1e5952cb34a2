import { earlierSettings } from './market/earlier-settings.ts';
import type { Line } from './snapshot.ts';

/** Snapshots of this format know limit orders without further terms, and markets without the settings that came later. */
export const earlierFormat = 'bourse-exchange-1';

const laterTerms = { postOnly: false, quoteAmount: null } as const;
const laterChoices = { postOnly: false, selfTradePrevention: null } as const;

/** The line with what it would say had it been written today; a line of today stays as it is. */
export function withLaterFields(line: Line): Line {
  if (line.type === 'market') return { ...earlierSettings, ...line };
  if (line.type === 'order') return { ...laterTerms, ...line };
  if (line.type !== 'request' || line.command.type !== 'place_order') return line;
  return { ...line, command: { ...laterChoices, ...line.command } };
}
