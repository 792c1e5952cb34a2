import { Checkbox, TextInput } from '@mantine/core';
import { staffCalls, type StaffRow } from '@bourse/contract/console';
import { operatorRoles, type OperatorRole } from '@bourse/contract';
import { type ReactNode, useState } from 'react';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { useTexts } from '../../texts/texts.ts';

/** The action that a dialog asks for; `row` is the person concerned. */
export type StaffAction =
  | { readonly kind: 'invite' }
  | { readonly kind: 'roles' | 'link' | 'reset' | 'disable'; readonly row: StaffRow };

interface DialogProps {
  readonly onClose: () => void;
}

export function StaffDialog({ action, onClose }: DialogProps & { readonly action: StaffAction }) {
  switch (action.kind) {
    case 'invite':
      return <InviteDialog onClose={onClose} />;
    case 'roles':
      return <RolesDialog row={action.row} onClose={onClose} />;
    case 'link':
      return <LinkDialog row={action.row} onClose={onClose} />;
    case 'reset':
      return <ResetDialog row={action.row} onClose={onClose} />;
    case 'disable':
      return <DisableDialog row={action.row} onClose={onClose} />;
  }
}

function InviteDialog({ onClose }: DialogProps) {
  const t = useTexts();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [user, setUser] = useState<OwnUser>('');
  const [roles, setRoles] = useState<readonly OperatorRole[]>([]);
  const isComplete = name.trim() !== '' && email.includes('@') && roles.length > 0 && isUser(user);
  return (
    <ActionDialog
      call={staffCalls.inviteStaff}
      title={t('staff.inviteTitle')}
      confirmLabel={t('staff.invite')}
      input={isComplete ? { name: name.trim(), email: email.trim(), roles: [...roles], user_id: userIn(user) } : null}
      fields={['name', 'email', 'user_id']}
      fieldOf={{ staff_exists: 'email', user_unknown: 'user_id' }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <p>{t('staff.inviteHint')}</p>
          <TextInput
            label={t('words.name')}
            value={name}
            maxLength={80}
            error={errorOf('name')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label={t('staff.email')}
            type="email"
            value={email}
            maxLength={254}
            error={errorOf('email')}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <UserInput value={user} error={errorOf('user_id')} onChange={setUser} />
          <RoleBoxes roles={roles} onChange={setRoles} />
        </>
      )}
    </ActionDialog>
  );
}

interface PersonProps extends DialogProps {
  readonly row: StaffRow;
}

function RolesDialog({ row, onClose }: PersonProps) {
  const t = useTexts();
  const [roles, setRoles] = useState<readonly OperatorRole[]>(row.roles);
  const namesOf = (some: readonly OperatorRole[]): string =>
    operatorRoles
      .filter((role) => some.includes(role))
      .map((role) => t(`roles.${role}`))
      .join(', ');
  const isChanged = namesOf(roles) !== namesOf(row.roles);
  return (
    <ActionDialog
      call={staffCalls.setStaffRoles}
      title={t('staff.rolesTitle', { name: row.name })}
      confirmLabel={t('staff.changeRoles')}
      input={isChanged ? { staff: row.id, version: row.version, roles: [...roles] } : null}
      changes={[{ field: t('staff.roles'), before: namesOf(row.roles), after: namesOf(roles) }]}
      onClose={onClose}
    >
      <p>{t('staff.rolesHint')}</p>
      <RoleBoxes roles={roles} onChange={setRoles} />
    </ActionDialog>
  );
}

function LinkDialog({ row, onClose }: PersonProps) {
  const t = useTexts();
  const [user, setUser] = useState<OwnUser>(row.user_declared ? (row.user_id?.toString() ?? null) : '');
  const isChanged = isUser(user) && (!row.user_declared || userIn(user) !== row.user_id);
  const shown = (id: number | null): string => (id === null ? t('words.none') : String(id));
  return (
    <ActionDialog
      call={staffCalls.linkStaff}
      title={t('staff.linkTitle', { name: row.name })}
      confirmLabel={t('staff.link')}
      input={isChanged ? { staff: row.id, version: row.version, user_id: userIn(user) } : null}
      fields={['user_id']}
      fieldOf={{ user_unknown: 'user_id' }}
      changes={[
        {
          field: t('staff.user'),
          before: row.user_declared ? shown(row.user_id) : t('staff.undeclared'),
          after: shown(userIn(user)),
        },
      ]}
      onClose={onClose}
    >
      {(errorOf) => <UserInput value={user} error={errorOf('user_id')} onChange={setUser} />}
    </ActionDialog>
  );
}

function ResetDialog({ row, onClose }: PersonProps) {
  const t = useTexts();
  return (
    <ActionDialog
      call={staffCalls.resetStaff}
      title={t('staff.resetTitle', { name: row.name })}
      confirmLabel={t('staff.reset')}
      isDestructive
      input={{ staff: row.id, version: row.version }}
      changes={[{ field: t('words.state'), before: t(`staff.states.${row.state}`), after: t('staff.states.invited') }]}
      onClose={onClose}
    >
      <p>{t('staff.resetHint')}</p>
    </ActionDialog>
  );
}

function DisableDialog({ row, onClose }: PersonProps) {
  const t = useTexts();
  return (
    <ActionDialog
      call={staffCalls.disableStaff}
      title={t('staff.disableTitle', { name: row.name })}
      confirmLabel={t('staff.disable')}
      isDestructive
      input={{ staff: row.id, version: row.version }}
      changes={[{ field: t('words.state'), before: t(`staff.states.${row.state}`), after: t('staff.states.disabled') }]}
      onClose={onClose}
    >
      <p>{t('staff.disableHint')}</p>
    </ActionDialog>
  );
}

/** The account of a person as a user, as it is typed; null for none, empty before it is stated. */
type OwnUser = string | null;

interface UserInputProps {
  readonly value: OwnUser;
  readonly error: ReactNode;
  readonly onChange: (value: OwnUser) => void;
}

function UserInput({ error, onChange, value }: UserInputProps) {
  const t = useTexts();
  return (
    <>
      <TextInput
        label={t('staff.user')}
        description={t('staff.userHint')}
        inputMode="numeric"
        value={value ?? ''}
        maxLength={10}
        error={error}
        disabled={value === null}
        onChange={(event) => onChange(event.currentTarget.value.trim())}
      />
      <Checkbox
        label={t('staff.noUser')}
        checked={value === null}
        onChange={(event) => onChange(event.currentTarget.checked ? null : '')}
      />
    </>
  );
}

function isUser(user: OwnUser): boolean {
  return user === null || /^\d+$/.test(user);
}

function userIn(user: OwnUser): number | null {
  return user === null || !isUser(user) ? null : Number(user);
}

interface RoleBoxesProps {
  readonly roles: readonly OperatorRole[];
  readonly onChange: (roles: readonly OperatorRole[]) => void;
}

function RoleBoxes({ roles, onChange }: RoleBoxesProps) {
  const t = useTexts();
  return (
    <Checkbox.Group
      label={t('staff.roles')}
      value={[...roles]}
      onChange={(chosen) => onChange(operatorRoles.filter((role) => chosen.includes(role)))}
    >
      {operatorRoles.map((role) => (
        <Checkbox key={role} value={role} label={t(`roles.${role}`)} />
      ))}
    </Checkbox.Group>
  );
}
