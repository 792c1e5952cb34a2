import { typedCode } from '@bourse/contract';
import { totpBegin, totpOn } from '@bourse/contract/second-factor';
import { TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { QrCode } from '../../ui/qr-code-later.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import { PasswordField } from '../identity/index.ts';
import { ConfirmForm } from './confirm-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useFactorChange } from './use-factor-change.ts';
import { useSecondFactor } from './use-second-factor.tsx';
import classes from './second-factor.module.css';

/** Turns the authenticator app on: its secret, the proofs, and then the recovery codes. */
export function TotpDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const title = t(codes === null ? 'factor.turnOnTitle' : 'factor.recovery');
  return (
    <Sheet title={title} from="centre" opened onClose={onClose}>
      {codes === null ? <TotpForm onCodes={setCodes} /> : <RecoveryCodes codes={codes} onSaved={onClose} />}
    </Sheet>
  );
}

function TotpForm({ onCodes }: { readonly onCodes: (codes: readonly string[]) => void }) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState({ code: '', password: '' });
  const [asked, setAsked] = useState(false);
  const { withFactor, factorDialog } = useSecondFactor();
  const report = useFactorChange();
  const turnOn = async (authCode: string): Promise<void> => {
    const input = { totp_code: typedCode(draft.code), password: draft.password, auth_code: authCode };
    // The code is that of the new app, so only a passkey can prove an earlier second factor.
    const { data, message } = await withFactor(totpOn, input, { passkeyOnly: true });
    report(message);
    onCodes(data.recovery_codes);
  };
  return (
    <div className={classes.content}>
      <p className={classes.quiet}>{t('factor.scan')}</p>
      <AppSecret />
      <ConfirmForm
        submit={t('factor.turnOn')}
        complete={typedCode(draft.code) !== '' && draft.password !== ''}
        onAsked={() => setAsked(true)}
        run={turnOn}
      >
        <TextInput
          label={t('factor.code')}
          name="new-app-code"
          inputMode="numeric"
          autoComplete="off"
          maxLength={32}
          value={draft.code}
          error={asked && typedCode(draft.code) === '' ? t('factor.emptyCode') : null}
          onChange={(event) => setDraft({ ...draft, code: event.currentTarget.value })}
        />
        <PasswordField
          label={t('factor.password')}
          name="password"
          purpose="current-password"
          value={draft.password}
          error={asked && draft.password === '' ? t('login.p_first') : null}
          onChange={(password) => setDraft({ ...draft, password })}
        />
      </ConfirmForm>
      {factorDialog}
    </div>
  );
}

/** A new secret for the authenticator app, as a QR code and as text. */
function AppSecret() {
  const { t } = useTranslation();
  const { call } = useLive();
  const copy = useCopy();
  // Each opening of the dialog asks for a secret of its own, which is not cached.
  const opening = useId();
  const { data, isError, refetch } = useQuery({
    queryKey: [totpBegin.path, opening],
    queryFn: () => call(totpBegin, {}),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  if (isError) return <ErrorState onRetry={() => void refetch()} />;
  const secret = data?.data.secret ?? '';
  return (
    <div className={classes.scan}>
      <div className={classes.qr}>
        {data !== undefined && <QrCode address={data.data.uri} label={t('factor.qr')} size={160} />}
      </div>
      <div className={classes.about}>
        <p className={classes.quiet}>{t('factor.secret')}</p>
        <p className={classes.secret}>
          <code className="figures">{inFours(secret)}</code>
          <button
            type="button"
            className={classes.copy}
            aria-label={t('factor.copySecret')}
            title={t('factor.copySecret')}
            disabled={secret === ''}
            onClick={() => copy(secret)}
          >
            <IconCopy size={16} stroke={1.75} aria-hidden="true" />
          </button>
        </p>
      </div>
    </div>
  );
}

/** Groups of four are easier to type. */
function inFours(secret: string): string {
  return secret.replaceAll(/.{4}(?=.)/g, '$& ');
}
