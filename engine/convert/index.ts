import type { Reader } from '../exchange.ts';
import type { ConvertConfiguration } from './state.ts';

export type { ConfigureConvert, Convert, ConvertSettings } from './commands.ts';
export { convertSettings } from './commands.ts';
export { invalidConvertField } from './configure-convert.ts';
export { convertedUnits, type PricedCurrency } from './rate.ts';
export type { ConvertConfiguration } from './state.ts';

/** The settings of conversions, for `exchange.read`; null until the first configuration. */
export const convertConfiguration: Reader<ConvertConfiguration | null> = ({ convert }) => convert.configuration;
