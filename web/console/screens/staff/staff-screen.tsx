import { staffCalls } from '@bourse/contract/console';
import { useMemo, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { ConsoleColumn } from '../../parts/column.ts';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { Drawer } from '../../parts/drawer.tsx';
import { Time } from '../../parts/figures.tsx';
import { Screen } from '../../parts/screen.tsx';
import { useDrawer } from '../../parts/use-drawer.ts';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { type RowOf, useList } from '../../wire/use-list.ts';
import { StaffDetails, StaffState } from './staff-details.tsx';
import { type StaffAction, StaffDialog } from './staff-dialogs.tsx';

type Row = RowOf<typeof staffCalls.staff>;

/** The people who run the exchange: their roles, access and sessions. */
export function StaffScreen() {
  const t = useTexts();
  const list = useList(staffCalls.staff, {});
  const drawer = useDrawer();
  const mayManage = useMay(staffCalls.inviteStaff);
  const [action, begin] = useState<StaffAction | null>(null);
  const columns = useColumns();
  const open = list.rows?.find((row) => String(row.id) === drawer.id);
  return (
    <Screen
      title={t('staff.title')}
      actions={
        mayManage && (
          <Button size="dense" look="accent" onClick={() => begin({ kind: 'invite' })}>
            {t('staff.invite')}
          </Button>
        )
      }
      drawer={
        open !== undefined && (
          <Drawer
            title={open.name}
            onClose={drawer.close}
            actions={
              mayManage && (
                <>
                  <Button size="dense" look="accent" onClick={() => begin({ kind: 'roles', row: open })}>
                    {t('staff.changeRoles')}
                  </Button>
                  <Button size="dense" look="plain" onClick={() => begin({ kind: 'link', row: open })}>
                    {t('staff.link')}
                  </Button>
                  <Button size="dense" look="plain" onClick={() => begin({ kind: 'reset', row: open })}>
                    {t('staff.reset')}
                  </Button>
                  {open.state !== 'disabled' && (
                    <Button size="dense" look="danger" onClick={() => begin({ kind: 'disable', row: open })}>
                      {t('staff.disable')}
                    </Button>
                  )}
                </>
              )
            }
          >
            <StaffDetails row={open} />
          </Drawer>
        )
      }
    >
      <ConsoleTable
        name="staff"
        caption={t('staff.title')}
        columns={columns}
        list={list}
        rowKey={(row) => String(row.id)}
        empty={t('staff.empty')}
        drawer={drawer}
      />
      {action !== null && <StaffDialog action={action} onClose={() => begin(null)} />}
    </Screen>
  );
}

function useColumns(): readonly ConsoleColumn<Row>[] {
  const t = useTexts();
  return useMemo(
    () => [
      { id: 'id', head: t('words.id'), text: (row) => String(row.id), figure: true, width: 60 },
      { id: 'name', head: t('words.name'), text: (row) => row.name, width: 180 },
      { id: 'email', head: t('staff.email'), text: (row) => row.email, width: 240 },
      {
        id: 'state',
        head: t('words.state'),
        text: (row) => row.state,
        cell: (row) => <StaffState row={row} />,
        width: 110,
      },
      {
        id: 'roles',
        head: t('staff.roles'),
        text: (row) => row.roles.map((role) => t(`roles.${role}`)).join(', '),
      },
      {
        id: 'last_login',
        head: t('staff.lastLogin'),
        text: (row) => (row.last_login_at === null ? '' : new Date(row.last_login_at).toISOString()),
        cell: (row) => (row.last_login_at === null ? t('staff.never') : <Time at={row.last_login_at} />),
        width: 170,
      },
      { id: 'session', head: t('staff.session'), text: (row) => row.session?.network ?? '', width: 150 },
    ],
    [t],
  );
}
