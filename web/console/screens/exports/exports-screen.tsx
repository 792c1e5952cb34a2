import { exportCalls } from '@bourse/contract/console';
import { useState } from 'react';
import { Screen } from '../../parts/screen.tsx';
import { Sections } from '../../parts/section.tsx';
import { useTexts } from '../../texts/texts.ts';
import { ExportForm, type ExportField } from './export-form.tsx';

interface Table {
  readonly name: 'trades' | 'orders' | 'accountLog' | 'fees' | 'venueTransfers' | 'users';
  readonly call: (typeof exportCalls)[keyof typeof exportCalls];
  readonly fields: readonly ExportField[];
}

const tables: readonly Table[] = [
  { name: 'trades', call: exportCalls.exportTrades, fields: ['from', 'to', 'market'] },
  { name: 'orders', call: exportCalls.exportOrders, fields: ['from', 'to', 'user'] },
  { name: 'accountLog', call: exportCalls.exportAccountLog, fields: ['first', 'last', 'user'] },
  { name: 'fees', call: exportCalls.exportFees, fields: ['first', 'last'] },
  { name: 'venueTransfers', call: exportCalls.exportVenueTransfers, fields: ['from', 'to'] },
  { name: 'users', call: exportCalls.exportUsers, fields: ['from', 'to'] },
];

/** Tables of the exchange as CSV files, one at a time. */
export function ExportsScreen() {
  const t = useTexts();
  const [running, setRunning] = useState<string | null>(null);
  return (
    <Screen title={t('exports.title')} padded>
      <p>
        {t('exports.note')} {t('exports.all')}
      </p>
      <Sections>
        {tables.map(({ call, fields, name }) => (
          <ExportForm
            key={name}
            call={call}
            title={t(`exports.tables.${name}`)}
            fields={fields}
            name={`${call.path.replace('exports/', '')}.csv`}
            blocked={running !== null && running !== name}
            onRunning={(isRunning) => setRunning(isRunning ? name : null)}
          />
        ))}
      </Sections>
    </Screen>
  );
}
