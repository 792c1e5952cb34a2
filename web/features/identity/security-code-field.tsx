import { userInfo, type UserInfo } from '@bourse/contract/identity';
import { type CodePurpose, codePurpose } from '@bourse/contract/notify';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { refusalOf } from '../../live/failure.ts';
import { useRead } from '../../live/read.ts';
import { announce } from '../../ui/announcer.tsx';
import { toast } from '../../ui/toasts.ts';
import { CodeInput } from './code-input.tsx';
import { DemoMailbox } from './demo-mailbox.tsx';
import { accountOf, type AccountDraft } from './form-rules.ts';
import { useCodeSender, type CodeTerms } from './use-code-sender.ts';

interface SecurityCodeFieldProps {
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (code: string) => void;
  readonly purpose?: CodePurpose;
  /** The payment that the code is bound to. */
  readonly terms?: CodeTerms;
}

/** A verification code for a security change, with a button that sends one to the user's own address. */
export function SecurityCodeField(props: SecurityCodeFieldProps) {
  const { value, error, onChange, purpose = codePurpose.security, terms } = props;
  const { t } = useTranslation();
  const { report } = useLive();
  const own = ownAccount(useRead(userInfo, {}).data?.data);
  const sender = useCodeSender(purpose, own);
  const [refusal, setRefusal] = useState<string | null>(null);
  const send = async (): Promise<boolean> => {
    if (accountOf(own) === '') return false;
    try {
      await sender.send(undefined, terms);
    } catch (failure) {
      setRefusal(refusalOf(failure));
      if (refusalOf(failure) === null) report(failure);
      return false;
    }
    setRefusal(null);
    const text = t('codes.sent', { to: accountOf(own) });
    toast(text, 'success');
    announce(text);
    return true;
  };
  return (
    <CodeInput
      value={value}
      error={error ?? refusal}
      sender={sender}
      onChange={(code) => {
        setRefusal(null);
        onChange(code);
      }}
      onSend={send}
      corner={<DemoMailbox account={own} />}
    />
  );
}

/** The address of the user that codes are sent to: the e-mail address if there is one. */
function ownAccount(user: UserInfo | undefined): AccountDraft {
  const { email = '', mobile = '' } = user ?? {};
  return { kind: email === '' && mobile !== '' ? 'mobile' : 'email', email, mobile, area: null };
}
