import { type Passkey, passkeyList, secondFactorState } from '@bourse/contract/second-factor';
import { IconDeviceMobile, IconFingerprint, IconKey } from '@tabler/icons-react';
import { Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../live/read.ts';
import { Button } from '../../ui/button.tsx';
import { requestedPart } from '../../ui/requested-part.ts';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import { addressWithPasskeys, offersPasskeys } from './passkeys.ts';
import classes from './second-factor.module.css';

interface Closable {
  readonly onClose: () => void;
}
const close = ({ onClose }: Closable): void => onClose();
const TotpDialog = requestedPart<Closable>(async () => (await import('./totp-dialog.tsx')).TotpDialog, close);
const PasskeyDialog = requestedPart<Closable>(async () => (await import('./passkey-dialog.tsx')).PasskeyDialog, close);
const TotpOffDialog = requestedPart<Closable>(async () => (await import('./change-dialog.tsx')).TotpOffDialog, close);
const NewCodesDialog = requestedPart<Closable>(async () => (await import('./change-dialog.tsx')).NewCodesDialog, close);
const RemovePasskeyDialog = requestedPart<Closable & { readonly passkey: Passkey }>(
  async () => (await import('./change-dialog.tsx')).RemovePasskeyDialog,
  close,
);

type Open = 'totp' | 'totp-off' | 'passkey' | 'codes' | Passkey | null;

/** The user's authenticator app, passkeys and recovery codes. */
export function SecondFactorSettings() {
  const { t } = useTranslation();
  const figures = useFigures();
  const { data, isError, refetch } = useRead(secondFactorState, {});
  const [open, setOpen] = useState<Open>(null);
  const state = data?.data;
  if (state === undefined) {
    return isError ? <ErrorState onRetry={() => void refetch()} /> : <SkeletonRows count={2} height={72} />;
  }
  const isOn = state.totp === 1;
  const hasFactor = isOn || state.passkeys > 0;
  return (
    <>
      <Part
        icon={<IconDeviceMobile size={22} stroke={1.5} className={classes.icon} aria-hidden="true" />}
        name={t('factor.app')}
        text={
          state.totp_since === null
            ? t('factor.appText')
            : t('factor.since', { time: figures.dateTime(state.totp_since) })
        }
      >
        <Button look={isOn ? 'plain' : 'accent'} onClick={() => setOpen(isOn ? 'totp-off' : 'totp')}>
          {t(isOn ? 'factor.turnOff' : 'factor.turnOn')}
        </Button>
      </Part>
      <Part
        icon={<IconFingerprint size={22} stroke={1.5} className={classes.icon} aria-hidden="true" />}
        name={t('factor.passkeys')}
        text={t('factor.passkeysText')}
      >
        {state.passkeys_possible === 1 && offersPasskeys() && (
          <Button look="plain" onClick={() => setOpen('passkey')}>
            {t('factor.addPasskey')}
          </Button>
        )}
      </Part>
      <PasskeyRows isPossible={state.passkeys_possible === 1} onRemove={setOpen} />
      {hasFactor && (
        <Part
          icon={<IconKey size={22} stroke={1.5} className={classes.icon} aria-hidden="true" />}
          name={t('factor.recovery')}
          text={t('factor.codesLeft', { count: state.recovery_codes })}
        >
          <Button look="plain" onClick={() => setOpen('codes')}>
            {t('factor.newCodes')}
          </Button>
        </Part>
      )}
      <Suspense fallback={null}>{dialogOf(open, () => setOpen(null))}</Suspense>
    </>
  );
}

function dialogOf(open: Open, onClose: () => void): ReactNode {
  switch (open) {
    case null:
      return null;
    case 'totp':
      return <TotpDialog onClose={onClose} />;
    case 'totp-off':
      return <TotpOffDialog onClose={onClose} />;
    case 'passkey':
      return <PasskeyDialog onClose={onClose} />;
    case 'codes':
      return <NewCodesDialog onClose={onClose} />;
    default:
      return <RemovePasskeyDialog passkey={open} onClose={onClose} />;
  }
}

interface PartProps {
  readonly icon: ReactNode;
  readonly name: string;
  readonly text: string;
  readonly children: ReactNode;
}

function Part({ icon, name, text, children }: PartProps) {
  return (
    <div className={classes.part}>
      {icon}
      <div className={classes.about}>
        <h3 className={classes.name}>{name}</h3>
        <p className={classes.quiet}>{text}</p>
      </div>
      {children}
    </div>
  );
}

interface PasskeyRowsProps {
  readonly isPossible: boolean;
  readonly onRemove: (passkey: Passkey) => void;
}

function PasskeyRows({ isPossible, onRemove }: PasskeyRowsProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const { data } = useRead(passkeyList, {});
  const passkeys = data?.data ?? [];
  const elsewhere = addressWithPasskeys();
  if (passkeys.length === 0) {
    const text =
      !isPossible || elsewhere === null ? t('factor.notHere') : t('factor.atLocalhost', { address: elsewhere });
    return isPossible && offersPasskeys() ? null : <p className={classes.note}>{text}</p>;
  }
  return (
    <ul className={classes.passkeys}>
      {passkeys.map((passkey) => (
        <li key={passkey.id} className={classes.part}>
          <div className={classes.about}>
            <p className={classes.name}>{passkey.name}</p>
            <p className={classes.quiet}>
              {passkey.last_used_at === null
                ? t('factor.added', { time: figures.dateTime(passkey.created_at) })
                : t('factor.used', { time: figures.dateTime(passkey.last_used_at) })}
            </p>
          </div>
          <Button
            look="plain"
            aria-label={t('factor.removeNamed', { name: passkey.name })}
            onClick={() => onRemove(passkey)}
          >
            {t('factor.remove')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
