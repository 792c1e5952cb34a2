import { indexCalls, type IndexRow } from '@bourse/contract/console';
import { useMemo, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { ConsoleColumn } from '../../parts/column.ts';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { Drawer } from '../../parts/drawer.tsx';
import { Figure, Time } from '../../parts/figures.tsx';
import { percentOf } from '../../parts/percent.ts';
import { Screen } from '../../parts/screen.tsx';
import { useDrawer } from '../../parts/use-drawer.ts';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { useList } from '../../wire/use-list.ts';
import { AddIndex, ChangeRule, WithdrawRule } from './index-dialogs.tsx';
import { IndexDetails, IndexState, indexStateOf } from './index-details.tsx';
import { secondsOf } from './index-rule.ts';

type Action = { readonly kind: 'add' } | { readonly kind: 'change' | 'withdraw'; readonly index: IndexRow };

/** The index prices, with the sources and the rule that form each of them. */
export function IndicesScreen() {
  const t = useTexts();
  const list = useList(indexCalls.indices, {});
  const drawer = useDrawer();
  const mayConfigure = useMay(indexCalls.configureIndex);
  const [action, begin] = useState<Action | null>(null);
  const columns = useColumns();
  const open = list.rows?.find((row) => String(row.currency_id) === drawer.id);
  return (
    <Screen
      title={t('indices.title')}
      actions={
        mayConfigure &&
        list.rows !== undefined && (
          <Button size="dense" onClick={() => begin({ kind: 'add' })}>
            {t('indices.add')}
          </Button>
        )
      }
      drawer={
        open !== undefined && (
          <Drawer
            title={t('indices.one', { code: open.currency_code })}
            onClose={drawer.close}
            actions={
              mayConfigure && (
                <>
                  <Button size="dense" onClick={() => begin({ kind: 'change', index: open })}>
                    {t('indices.change')}
                  </Button>
                  {open.waiting !== null && (
                    <Button size="dense" onClick={() => begin({ kind: 'withdraw', index: open })}>
                      {t('indices.withdraw')}
                    </Button>
                  )}
                </>
              )
            }
          >
            <IndexDetails index={open} asOf={list.asOf} />
          </Drawer>
        )
      }
    >
      <ConsoleTable
        name="indices"
        caption={t('indices.title')}
        columns={columns}
        list={list}
        rowKey={(row) => String(row.currency_id)}
        empty={t('indices.empty')}
        drawer={drawer}
      />
      {action?.kind === 'add' && <AddIndex indices={list.rows ?? []} onClose={() => begin(null)} />}
      {action?.kind === 'change' && <ChangeRule index={action.index} onClose={() => begin(null)} />}
      {action?.kind === 'withdraw' && <WithdrawRule index={action.index} onClose={() => begin(null)} />}
    </Screen>
  );
}

function useColumns(): readonly ConsoleColumn<IndexRow>[] {
  const t = useTexts();
  return useMemo(
    () => [
      { id: 'currency', head: t('indices.currency'), text: (row) => row.currency_code, width: 100 },
      {
        id: 'state',
        head: t('words.state'),
        text: (row) => t(`indices.states.${indexStateOf(row)}`),
        cell: (row) => <IndexState index={row} />,
        width: 150,
      },
      {
        id: 'price',
        head: t('indices.price'),
        text: (row) => row.price ?? '',
        cell: (row) => <Figure value={row.price} {...(row.price === null ? {} : { decimals: row.price_decimals })} />,
        figure: true,
        width: 170,
      },
      {
        id: 'live',
        head: t('indices.live'),
        text: (row) => t('indices.liveOf', { live: row.live_sources, all: row.sources.length }),
        figure: true,
        width: 110,
      },
      {
        id: 'min',
        head: t('indices.minSources'),
        text: (row) => String(row.min_sources),
        figure: true,
        width: 130,
      },
      {
        id: 'deviation',
        head: t('indices.maxDeviation'),
        text: (row) => t('indices.percent', { percent: percentOf(row.max_deviation) }),
        figure: true,
        width: 130,
      },
      {
        id: 'staleness',
        head: t('indices.staleness'),
        text: (row) => t('indices.seconds', { seconds: secondsOf(row.staleness_ms) }),
        figure: true,
        width: 110,
      },
      {
        id: 'updated',
        head: t('indices.updated'),
        text: (row) => new Date(row.updated_at).toISOString(),
        cell: (row) => <Time at={row.updated_at} only="relative" />,
        width: 100,
      },
      { id: 'version', head: t('words.version'), text: (row) => String(row.version), figure: true, hidden: true },
    ],
    [t],
  );
}
