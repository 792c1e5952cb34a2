import type { Exchange, OperatorCommand } from '@bourse/engine';
import { convertConfiguration } from '@bourse/engine/convert';
import { type ConvertConsoleParts, registerConvertConsole } from './console.ts';
import { convertView } from './convert-view.ts';
import { missingDemoConvert, readFunded } from './demo-convert.ts';
import { type ConvertParts, registerConvert } from './routes.ts';
import type { With } from '../../ground/parts.ts';

interface DemoParts extends With<'db'> {
  readonly exchange: Exchange;
}

/** Conversions between currencies, against the venue's treasury. */
export const convert = {
  views: [convertView],
  demoSetUp: async ({ exchange, db }: DemoParts): Promise<readonly OperatorCommand[]> =>
    missingDemoConvert(exchange.read(convertConfiguration), await readFunded(db)),
  open: ({ gateway, ...parts }: ConvertParts & With<'gateway'>) => {
    registerConvert(gateway, parts);
    return {
      console: (own: ConvertConsoleParts): void => {
        registerConvertConsole(own);
      },
    };
  },
};
