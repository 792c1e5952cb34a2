import { event, moneyEvent } from '../declaration/event.ts';
import { nullable } from '../declaration/value-type.ts';
import { amount, audit, count, currency, user } from '../declaration/vocabulary.ts';
import { convertSettings } from './commands.ts';

export const convertEvents = {
  /** `version` counts the changes from 1; `before` is null for the first. */
  convert_configured: event({ version: count, before: nullable(convertSettings), after: convertSettings, ...audit }),
  /** `spreadPpm` is the spread that was applied; `received` is at most `quoted`, which is null without a quote. */
  converted: moneyEvent(
    { cause: 'convert', id: null },
    { user, from: currency, to: currency, amount, quoted: nullable(amount), received: amount, spreadPpm: count },
    'user',
  ),
};
