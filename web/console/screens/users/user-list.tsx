import { userCalls, type UserRow } from '@bourse/contract/console';
import { useMemo } from 'react';
import type { ConsoleColumn } from '../../parts/column.ts';
import { ConsoleLink } from '../../parts/console-link.tsx';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { Drawer } from '../../parts/drawer.tsx';
import { Filters, useFilters } from '../../parts/filters.tsx';
import { Screen } from '../../parts/screen.tsx';
import { useDrawer } from '../../parts/use-drawer.ts';
import { useTexts } from '../../texts/texts.ts';
import { useList } from '../../wire/use-list.ts';
import { figureColumn, idColumn, shownColumn, timeColumn } from '../../parts/columns.tsx';
import { RestrictionBadge } from '../../parts/restriction-badge.tsx';
import { UserActions } from './user-actions.tsx';
import { UserFacts } from './user-facts.tsx';
import { useUser } from './use-user.ts';

const searches = ['id', 'email', 'phone', 'order', 'trade'] as const;
const scopes = ['outflow', 'trading'] as const;

/** The list of users, with the person and the actions of the open row. */
export function UserList() {
  const t = useTexts();
  const filters = useFilters(userCalls.users);
  const list = useList(userCalls.users, filters.values);
  const drawer = useDrawer();
  const columns = useMemo<readonly ConsoleColumn<UserRow>[]>(
    () => [
      idColumn('id', t('words.id'), (row) => row.id),
      { id: 'email', head: t('users.email'), text: ({ email }) => email },
      { id: 'mobile', head: t('users.phone'), text: ({ mobile }) => mobile, width: 120 },
      timeColumn('registered', t('users.registered'), (row) => row.created_at),
      shownColumn(
        { id: 'restriction', head: t('users.restriction'), text: ({ restriction }) => restriction, width: 130 },
        restrictionOf,
      ),
      { id: 'tier', head: t('users.tier'), text: (row) => String(row.fee_tier), width: 90, figure: true },
      { id: 'open', head: t('users.openOrders'), text: (row) => String(row.open_orders), width: 110, figure: true },
      figureColumn('worth', t('users.worth'), (row) => row.worth_usd, 2),
      {
        id: 'foundBy',
        head: t('users.foundBy'),
        text: (row) => (row.found_by === null ? '' : t(`users.searches.${row.found_by}`)),
        width: 110,
        hidden: true,
      },
    ],
    [t],
  );
  const options = {
    by: searches.map((value) => ({ value, label: t(`users.searches.${value}`) })),
    restriction: scopes.map((value) => ({ value, label: t(`users.scopes.${value}`) })),
  };
  return (
    <Screen
      title={t('users.title')}
      filters={
        <Filters
          filters={filters}
          fields={[
            { kind: 'text', name: 'search', label: t('users.search'), width: 280 },
            { kind: 'choice', name: 'by', label: t('users.by'), options: options.by },
            { kind: 'choice', name: 'restriction', label: t('users.restriction'), options: options.restriction },
          ]}
        />
      }
      drawer={drawer.id !== null && <UserDrawer key={drawer.id} id={Number(drawer.id)} onClose={drawer.close} />}
    >
      <ConsoleTable
        name="users"
        caption={t('users.title')}
        columns={columns}
        list={list}
        rowKey={({ id }) => String(id)}
        empty={t('users.empty')}
        drawer={drawer}
        filters={filters}
      />
    </Screen>
  );
}

function restrictionOf({ restriction }: UserRow) {
  return <RestrictionBadge scope={restriction} />;
}

function UserDrawer({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const t = useTexts();
  const read = useUser(id);
  return (
    <Drawer
      title={t('users.one', { id })}
      onClose={onClose}
      actions={read.data !== undefined && <UserActions user={read.data} />}
    >
      <ConsoleLink to={`/users?user=${id}`}>{t('users.everything')}</ConsoleLink>
      <UserFacts id={id} read={read} />
    </Drawer>
  );
}
