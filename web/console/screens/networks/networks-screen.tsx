import { networkCalls, type NetworkRow } from '@bourse/contract/console';
import { useMemo, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { ConsoleColumn } from '../../parts/column.ts';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { Figure } from '../../parts/figures.tsx';
import { Screen } from '../../parts/screen.tsx';
import { useDrawer } from '../../parts/use-drawer.ts';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { useList } from '../../wire/use-list.ts';
import { ChainsSection } from './chains-section.tsx';
import { type NetworkAction, NetworkDialog } from './network-dialogs.tsx';
import { NetworkDrawer, NetworkFee, OpenState } from './network-drawer.tsx';

/** The chains, and the networks of currencies with their terms. */
export function NetworksScreen() {
  const t = useTexts();
  const list = useList(networkCalls.networks, {});
  const drawer = useDrawer();
  const mayAdd = useMay(networkCalls.addNetwork);
  const [action, begin] = useState<NetworkAction | null>(null);
  const columns = useColumns();
  const open = list.rows?.find((row) => String(row.id) === drawer.id);
  return (
    <Screen
      title={t('networks.title')}
      actions={
        mayAdd && (
          <Button size="dense" onClick={() => begin({ kind: 'add' })}>
            {t('networks.add')}
          </Button>
        )
      }
      drawer={open !== undefined && <NetworkDrawer network={open} onClose={drawer.close} onAction={begin} />}
    >
      <ChainsSection onResume={(chain) => begin({ kind: 'resume', chain })} />
      <ConsoleTable
        name="networks"
        caption={t('networks.title')}
        columns={columns}
        list={list}
        rowKey={(row) => String(row.id)}
        empty={t('networks.empty')}
        drawer={drawer}
      />
      {action !== null && <NetworkDialog action={action} onClose={() => begin(null)} />}
    </Screen>
  );
}

function useColumns(): readonly ConsoleColumn<NetworkRow>[] {
  const t = useTexts();
  return useMemo(() => {
    const amount = (field: 'recharge_min' | 'draw_min' | 'draw_max'): ConsoleColumn<NetworkRow> => ({
      id: field,
      head: t(`networks.fields.${field}`),
      text: (row) => row[field],
      figure: true,
      width: 140,
      cell: (row) => <Figure value={row[field]} />,
    });
    const side = (field: 'open_recharge' | 'open_draw'): ConsoleColumn<NetworkRow> => ({
      id: field,
      head: t(`networks.fields.${field}`),
      width: 100,
      text: (row) => t(row[field] ? 'networks.open' : 'networks.closed'),
      cell: (row) => <OpenState isOpen={row[field]} />,
    });
    return [
      { id: 'currency', head: t('networks.fields.currency_code'), text: (row) => row.currency_code, width: 90 },
      { id: 'code', head: t('networks.fields.code'), text: (row) => row.code, width: 90 },
      { id: 'chain', head: t('networks.fields.chain'), text: (row) => row.chain_name, width: 120 },
      side('open_recharge'),
      side('open_draw'),
      amount('recharge_min'),
      amount('draw_min'),
      amount('draw_max'),
      {
        id: 'fee',
        head: t('networks.fields.fee'),
        text: (row) => row.fee,
        cell: (row) => <NetworkFee network={row} />,
        figure: true,
        width: 120,
      },
      { id: 'version', head: t('words.version'), text: (row) => String(row.version), figure: true, width: 80 },
    ];
  }, [t]);
}
