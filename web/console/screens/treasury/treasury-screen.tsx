import { treasuryCalls, type TreasuryRow } from '@bourse/contract/console';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useAddress } from '../../parts/address.ts';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { Screen } from '../../parts/screen.tsx';
import { useDrawer } from '../../parts/use-drawer.ts';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { useList } from '../../wire/use-list.ts';
import { SweepDrawer, WalletDrawer } from './treasury-drawers.tsx';
import { useSweepColumns, useWalletColumns } from './treasury-columns.tsx';
import { type TreasuryAction, TreasuryDialog } from './treasury-dialogs.tsx';

/** The wallets of the exchange on each chain, and the moves between them. */
export function TreasuryScreen() {
  const t = useTexts();
  const { query, set } = useAddress();
  const isMoves = query.get('tab') === 'moves';
  const wallets = useList(treasuryCalls.treasury, {});
  const sweeps = useList(treasuryCalls.sweeps, {});
  const drawer = useDrawer();
  const maySweep = useMay(treasuryCalls.sweepNow);
  const [action, begin] = useState<TreasuryAction | null>(null);
  const walletColumns = useWalletColumns();
  const sweepColumns = useSweepColumns();
  const wallet = isMoves ? undefined : wallets.rows?.find((row) => keyOf(row) === drawer.id);
  const sweep = isMoves ? sweeps.rows?.find((row) => String(row.id) === drawer.id) : undefined;
  return (
    <Screen
      title={t('treasury.title')}
      actions={
        <>
          <Button size="dense" look="plain" onClick={() => set({ tab: isMoves ? null : 'moves', row: null })}>
            {t(isMoves ? 'treasury.wallets' : 'treasury.moves')}
          </Button>
          {maySweep && (
            <Button size="dense" onClick={() => begin({ kind: 'sweep' })}>
              {t('treasury.sweep')}
            </Button>
          )}
        </>
      }
      drawer={
        (wallet !== undefined && <WalletDrawer wallet={wallet} onClose={drawer.close} onAction={begin} />) ||
        (sweep !== undefined && <SweepDrawer sweep={sweep} onClose={drawer.close} onAction={begin} />)
      }
    >
      {isMoves ? (
        <ConsoleTable
          name="sweeps"
          caption={t('treasury.moves')}
          columns={sweepColumns}
          list={sweeps}
          rowKey={(row) => String(row.id)}
          empty={t('treasury.noMoves')}
          drawer={drawer}
        />
      ) : (
        <ConsoleTable
          name="treasury"
          caption={t('treasury.wallets')}
          columns={walletColumns}
          list={wallets}
          rowKey={keyOf}
          empty={t('treasury.empty')}
          drawer={drawer}
        />
      )}
      {action !== null && <TreasuryDialog action={action} onClose={() => begin(null)} />}
    </Screen>
  );
}

function keyOf({ chain_id, code }: TreasuryRow): string {
  return `${chain_id}-${code}`;
}
