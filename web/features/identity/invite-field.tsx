import { TextInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './identity.module.css';

interface InviteFieldProps {
  readonly value: string;
  /** The code came with the link and cannot be changed. */
  readonly locked: boolean;
  /** A code that the site offers to everyone; empty for none. */
  readonly offered: string;
  readonly error: string | null;
  readonly onChange: (code: string) => void;
}

/** The invitation code of a registration. */
export function InviteField({ value, locked, offered, error, onChange }: InviteFieldProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.slot}>
      <TextInput
        label={t('register.invite')}
        name="invite_code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
        value={value}
        readOnly={locked}
        {...(locked
          ? { classNames: { input: classes.locked }, rightSection: <IconLock size={16} aria-hidden="true" /> }
          : {})}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {locked && error === null && <p className={classes.hint}>{t('register.inviteLocked')}</p>}
      {!locked && offered !== '' && value !== offered && (
        <p className={classes.hint}>
          <span>{t('register.inviteHint', { code: offered })}</span>
          <button type="button" className={classes.use} onClick={() => onChange(offered)}>
            {t('register.inviteUse')}
          </button>
        </p>
      )}
      {value !== '' && value !== offered && <p className={classes.hint}>{t('register.inviteAgent')}</p>}
    </div>
  );
}
