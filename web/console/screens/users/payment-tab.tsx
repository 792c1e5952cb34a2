import {
  type ConsoleOutput,
  paymentCalls,
  type UserPaymentMethod,
  type UserPaymentVersion,
} from '@bourse/contract/console';
import { paymentFields } from '@bourse/contract/payments';
import { useMemo, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { noFigure } from '../../../ui/figures.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import type { ConsoleColumn } from '../../parts/column.ts';
import { idColumn, shownColumn, timeColumn } from '../../parts/columns.tsx';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { Facts } from '../../parts/drawer.tsx';
import { Time } from '../../parts/figures.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { useRowsOf } from '../../wire/use-list.ts';
import { useRead } from '../../wire/use-read.ts';
import classes from './user-page.module.css';

type Answer = ConsoleOutput<typeof paymentCalls.userPaymentMethods>;

const rowsIn = ({ rows }: Answer): readonly UserPaymentMethod[] => rows;

/** The payment methods of a user, masked until a member of staff gives a reason to see one in full. */
export function PaymentTab({ id }: { readonly id: number }) {
  const t = useTexts();
  const list = useRowsOf(useRead(paymentCalls.userPaymentMethods, { id }), rowsIn);
  const mayReveal = useMay(paymentCalls.userPaymentVersions);
  const [asking, ask] = useState<number | null>(null);
  const [versions, setVersions] = useState<readonly UserPaymentVersion[] | null>(null);
  const columns = useMemo<readonly ConsoleColumn<UserPaymentMethod>[]>(
    () => [
      idColumn('id', t('words.id'), (row) => row.id),
      { id: 'type', head: t('users.type'), text: (row) => t(`users.payTypes.${row.code}`), width: 140 },
      { id: 'values', head: t('users.payment'), text: ({ masked }) => Object.values(masked).join(', ') },
      { id: 'version', head: t('words.version'), text: (row) => String(row.version), width: 90, figure: true },
      timeColumn('changed', t('users.paymentChanged'), (row) => row.changed_at),
      ...(mayReveal
        ? [
            shownColumn<UserPaymentMethod>({ id: 'show', head: '', text: () => '', width: 140 }, (row) => (
              <Button look="plain" size="dense" onClick={() => ask(row.id)}>
                {t('users.revealPayment')}
              </Button>
            )),
          ]
        : []),
    ],
    [t, mayReveal],
  );
  return (
    <>
      <ConsoleTable
        name="user-payments"
        caption={t('users.tabNames.payments')}
        columns={columns}
        list={list}
        rowKey={(row) => String(row.id)}
        empty={t('users.noPayments')}
      />
      {asking !== null && (
        <ActionDialog
          call={paymentCalls.userPaymentVersions}
          title={t('users.revealPaymentTitle', { method: asking, id })}
          confirmLabel={t('users.revealPayment')}
          input={{ id, method: asking }}
          onDone={({ rows }) => setVersions(rows)}
          onClose={() => ask(null)}
        />
      )}
      {versions !== null && (
        <Sheet title={t('users.paymentVersions')} from="centre" opened onClose={() => setVersions(null)}>
          <div className={classes.versions}>
            {versions.map((version) => (
              <VersionFacts key={version.version} version={version} />
            ))}
          </div>
        </Sheet>
      )}
    </>
  );
}

function VersionFacts({ version: one }: { readonly version: UserPaymentVersion }) {
  const t = useTexts();
  const { created_at: createdAt, ended_at: endedAt, raw_data: data, used, version } = one;
  return (
    <Facts
      facts={[
        [t('words.version'), version],
        ...paymentFields.flatMap((field) => {
          const value = data[field];
          return value === undefined ? [] : [[t(`users.payFields.${field}`), value] as const];
        }),
        [t('users.paymentSaved'), <Time key="saved" at={createdAt} />],
        [t('users.paymentEnded'), endedAt === null ? noFigure : <Time key="ended" at={endedAt} />],
        [t('users.paymentUsed'), used ? t('words.yes') : t('words.no')],
      ]}
    />
  );
}
