import type { Exchange, OperatorCommand } from '@bourse/engine';
import { convertConfiguration } from '@bourse/engine/convert';
import type { Kysely } from 'kysely';
import type { Schema } from '../../ground/database/index.ts';
import type { Gateway } from '../../ground/gateway/index.ts';
import { type ConvertConsoleParts, registerConvertConsole } from './console.ts';
import { convertView } from './convert-view.ts';
import { missingDemoConvert, readFunded } from './demo-convert.ts';
import { type ConvertParts, registerConvert } from './routes.ts';

interface DemoParts {
  readonly exchange: Exchange;
  readonly db: Kysely<Schema>;
}

/** Conversions between currencies, against the venue's treasury. */
export const convert = {
  views: [convertView],
  demoSetUp: async ({ exchange, db }: DemoParts): Promise<readonly OperatorCommand[]> =>
    missingDemoConvert(exchange.read(convertConfiguration), await readFunded(db)),
  open: ({ gateway, ...parts }: ConvertParts & { readonly gateway: Gateway }) => {
    registerConvert(gateway, parts);
    return {
      console: (own: ConvertConsoleParts): void => {
        registerConvertConsole(own);
      },
    };
  },
};
