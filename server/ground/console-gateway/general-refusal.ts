import { type ConsoleRefusal, consoleRefusals } from '@bourse/contract/console';
import { type ConsoleRefused, refusal } from './answer.ts';

/** A general refusal of the HTTP layer as one of the console. */
export function consoleRefusalOf({
  error,
  parameters,
}: {
  readonly error: string;
  readonly parameters: Readonly<Record<string, string | number>>;
}): ConsoleRefused<ConsoleRefusal> {
  return isConsoleRefusal(error) ? refusal(error, parameters) : refusal('server_error');
}

function isConsoleRefusal(key: string): key is ConsoleRefusal {
  return key in consoleRefusals;
}
