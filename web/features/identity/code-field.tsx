import type { CodePurpose } from '@bourse/contract/notify';
import { useTranslation } from 'react-i18next';
import { announce } from '../../ui/announcer.tsx';
import { toast } from '../../ui/toasts.ts';
import { CodeInput } from './code-input.tsx';
import { DemoMailbox } from './demo-mailbox.tsx';
import { accountOf, type AccountDraft } from './form-rules.ts';
import { useCodeSender } from './use-code-sender.ts';
import type { IdentityForm } from './use-identity-form.ts';

interface CodeFieldProps {
  readonly form: IdentityForm<AccountDraft & { readonly code: string }>;
  readonly purpose: CodePurpose;
  /**
   * The password of a login form: with it the owner still gets a code after someone else has used up the day's codes.
   */
  readonly password?: string;
}

/** A verification code, with a button that sends one to the form's account. */
export function CodeField({ form, purpose, password }: CodeFieldProps) {
  const { t } = useTranslation();
  const sender = useCodeSender(purpose, form.draft);
  const send = async (inside: HTMLFormElement | null): Promise<boolean> => {
    if (!form.canBeSent(inside)) return false;
    try {
      await sender.send(password);
    } catch (error) {
      form.refuse(error);
      return false;
    }
    const text = t('codes.sent', { to: accountOf(form.draft) });
    toast(text, 'success');
    announce(text);
    return true;
  };
  return (
    <CodeInput
      value={form.draft.code}
      error={form.errorOf('code')}
      sender={sender}
      onChange={(code) => form.change({ code })}
      onSend={send}
      corner={<DemoMailbox account={form.draft} />}
    />
  );
}
