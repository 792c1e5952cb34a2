import { isOperatorId } from '../identifiers.ts';
import { isBetween } from '../market/market-settings.ts';
import { million } from '../money.ts';
import { done } from '../outcome.ts';
import type { Event } from '../event.ts';
import type { Done } from '../outcome.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type { ConfigureConvert, ConvertSettings } from './commands.ts';

/** Sets which currencies users can convert. */
export function configureConvert(
  state: ExchangeState,
  command: ConfigureConvert,
  events: Event[],
): Done | RejectionFor<'operator_invalid' | 'currency_unknown' | 'setting_invalid' | 'setting_unchanged'> {
  const { operator, cause } = command;
  if (!isOperatorId(operator)) return { reason: 'operator_invalid' };
  const named = [command.reference, ...command.currencies.map(({ currency }) => currency)];
  if (!named.every((currency) => state.currencies.has(currency))) return { reason: 'currency_unknown' };
  const field = invalidConvertField(command);
  if (field !== null) return { reason: 'setting_invalid', field };
  const { configuration } = state.convert;
  const before = configuration === null ? null : settingsOf(configuration);
  const after = settingsOf(command);
  if (JSON.stringify(before) === JSON.stringify(after)) return { reason: 'setting_unchanged' };

  const version = (configuration?.version ?? 0) + 1;
  state.convert.configuration = { version, ...after };
  events.push({ type: 'convert_configured', version, before, after, operator, cause });
  return done;
}

/** The settings, with the fields in the order in which they are reported. */
function settingsOf({ reference, currencies, tolerancePpm }: ConvertSettings): ConvertSettings {
  return {
    reference,
    currencies: currencies.map(({ currency, spreadPpm }) => ({ currency, spreadPpm })),
    tolerancePpm,
  };
}

/** The first invalid field, in the order of the command. */
export function invalidConvertField({
  currencies,
  tolerancePpm,
}: ConvertSettings): 'currencies' | 'tolerancePpm' | null {
  const areValid = currencies.every(({ currency, spreadPpm }, at) => {
    const before = currencies[at - 1];
    return isBetween(spreadPpm, 0, million - 1) && (before === undefined || before.currency < currency);
  });
  if (!areValid) return 'currencies';
  return isBetween(tolerancePpm, 0, million - 1) ? null : 'tolerancePpm';
}
