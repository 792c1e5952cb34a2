import { settingsCalls, type ConsoleOutput } from '@bourse/contract/console';
import { useMemo, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { ConsoleColumn } from '../../parts/column.ts';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { Drawer, Facts } from '../../parts/drawer.tsx';
import { Time } from '../../parts/figures.tsx';
import { Screen } from '../../parts/screen.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useDrawer } from '../../parts/use-drawer.ts';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { useRowsOf } from '../../wire/use-list.ts';
import { useRead } from '../../wire/use-read.ts';
import { ChangeSetting } from './change-setting.tsx';
import { valueText } from './setting-value.ts';

type Answer = ConsoleOutput<typeof settingsCalls.settings>;
type Row = Answer['rows'][number];

/** Every site setting with its value beside its default. A change takes effect at once. */
export function SettingsScreen() {
  const t = useTexts();
  const list = useRowsOf(useRead(settingsCalls.settings, {}), rowsOf);
  const drawer = useDrawer();
  const mayChange = useMay(settingsCalls.changeSetting);
  const [changing, change] = useState<Row | null>(null);
  const columns = useColumns();
  const open = list.rows?.find(({ name }) => name === drawer.id);
  return (
    <Screen
      title={t('settings.title')}
      drawer={
        open !== undefined && (
          <Drawer
            title={t(`settings.names.${open.name}`)}
            onClose={drawer.close}
            actions={
              mayChange && (
                <Button size="dense" onClick={() => change(open)}>
                  {t('settings.change')}
                </Button>
              )
            }
          >
            <SettingFacts row={open} />
          </Drawer>
        )
      }
    >
      <ConsoleTable
        name="settings"
        caption={t('settings.title')}
        columns={columns}
        list={list}
        rowKey={({ name }) => name}
        empty={t('settings.empty')}
        drawer={drawer}
      />
      {changing !== null && <ChangeSetting row={changing} onClose={() => change(null)} />}
    </Screen>
  );
}

function SettingFacts({ row }: { readonly row: Row }) {
  const t = useTexts();
  const { changed_at, changed_by, choices, four_eyes, group, maximum, minimum, name, value } = row;
  const permitted = choices?.map((choice) => valueText(t, row, choice)).join(', ');
  return (
    <Facts
      facts={[
        [t('settings.meaning'), t(`settings.about.${name}`)],
        [t('settings.key'), name],
        [t('settings.group'), t(`settings.groups.${group}`)],
        [t('settings.value'), valueText(t, row, value)],
        [t('settings.default'), valueText(t, row, row.default)],
        ...(permitted === undefined ? [] : [[t('settings.permitted'), permitted] as const]),
        ...(minimum === null || maximum === null
          ? []
          : [[t('settings.permitted'), t('settings.range', { min: minimum, max: maximum })] as const]),
        [t('settings.second'), t(four_eyes ? 'words.yes' : 'words.no')],
        [t('settings.changedAt'), <Time key="at" at={changed_at} />],
        [t('settings.changedBy'), changed_by ?? '–'],
        [t('words.version'), row.version],
      ]}
    />
  );
}

function useColumns(): readonly ConsoleColumn<Row>[] {
  const t = useTexts();
  return useMemo(
    () => [
      { id: 'group', head: t('settings.group'), text: ({ group }) => t(`settings.groups.${group}`), width: 100 },
      { id: 'name', head: t('settings.setting'), text: ({ name }) => t(`settings.names.${name}`), width: 230 },
      {
        id: 'value',
        head: t('settings.value'),
        text: (row) => valueText(t, row, row.value),
        cell: (row) => {
          const text = valueText(t, row, row.value);
          return row.value === row.default ? text : <StateBadge tone="accent">{text}</StateBadge>;
        },
      },
      { id: 'default', head: t('settings.default'), text: (row) => valueText(t, row, row.default) },
      {
        id: 'second',
        head: t('settings.second'),
        text: ({ four_eyes }) => t(four_eyes ? 'words.yes' : 'words.no'),
        width: 120,
      },
      { id: 'by', head: t('settings.changedBy'), text: ({ changed_by }) => changed_by ?? '–', width: 130 },
      {
        id: 'at',
        head: t('settings.changedAt'),
        text: ({ changed_at }) => (changed_at === null ? '' : new Date(changed_at).toISOString()),
        cell: ({ changed_at }) => <Time at={changed_at} only="relative" />,
        width: 100,
      },
      { id: 'key', head: t('settings.key'), text: ({ name }) => name, width: 200, hidden: true },
    ],
    [t],
  );
}

function rowsOf({ rows }: Answer): readonly Row[] {
  return rows;
}
