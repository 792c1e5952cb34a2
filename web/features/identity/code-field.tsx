import { TextInput } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { CodePurpose } from '@bourse/contract/notify';
import { useRef, type ClipboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toasts.ts';
import { announce } from '../../ui/announcer.tsx';
import { useSiteConfig } from '../../live/site-config.ts';
import { accountOf, codeFrom, codeIn, isComplete, type AccountDraft } from './form-rules.ts';
import { useCodeSender } from './use-code-sender.ts';
import type { IdentityForm } from './use-identity-form.ts';
import classes from './identity.module.css';

interface CodeFieldProps {
  readonly form: IdentityForm<AccountDraft & { readonly code: string }>;
  readonly purpose: CodePurpose;
  /**
   * The password of a login form: with it the owner still gets a code after someone else has used up the day's codes.
   */
  readonly password?: string;
}

/** A longer wait is shown in minutes. */
const longestInSeconds = 120;

/** A verification code, with a button that sends one to the form's account. */
export function CodeField({ form, purpose, password }: CodeFieldProps) {
  const { t, i18n } = useTranslation();
  const sender = useCodeSender(purpose, form.draft);
  const input = useRef<HTMLInputElement>(null);
  const { secondsLeft, sending } = sender;
  const locked = secondsLeft > 0;

  const waitText = (seconds: number): string => {
    if (seconds <= longestInSeconds) return t('codes.wait', { seconds });
    const unit = new Intl.NumberFormat(i18n.language, { style: 'unit', unit: 'minute' });
    return unit.format(Math.ceil(seconds / 60));
  };
  const send = async (inside: HTMLFormElement | null): Promise<void> => {
    if (sending || locked || !form.canBeSent(inside)) return;
    try {
      await sender.send(password);
      const text = t('codes.sent', { to: accountOf(form.draft) });
      toast(text, 'success');
      announce(text);
      input.current?.focus();
    } catch (error) {
      form.refuse(error);
    }
  };
  // Codes are often copied with surrounding text, which the browser would truncate to the length of a code.
  const paste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const code = codeIn(event.clipboardData.getData('text'));
    if (code === '') return;
    event.preventDefault();
    form.change({ code });
  };

  return (
    <div className={classes.slot}>
      <div className={classes.code}>
        <TextInput
          ref={input}
          label={t('codes.label')}
          name="one-time-code"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          value={form.draft.code}
          error={form.errorOf('code')}
          onChange={(event) => form.change({ code: codeFrom(event.currentTarget.value) })}
          onPaste={paste}
        />
        <Button
          look="plain"
          size="touch"
          className={classes.send}
          disabled={locked}
          aria-busy={sending}
          aria-label={locked ? t('codes.again', { seconds: secondsLeft }) : undefined}
          onClick={(event) => void send(event.currentTarget.form)}
        >
          {locked ? waitText(secondsLeft) : t('codes.send')}
        </Button>
      </div>
      <DemoMailbox account={form.draft} />
    </div>
  );
}

/** A link to the demo's outbox, where everyone can read the messages that a demo does not send. */
function DemoMailbox({ account }: { readonly account: AccountDraft }) {
  const { t } = useTranslation();
  if (useSiteConfig()?.demo_outbox !== 1) return null;
  const query = isComplete(account) ? `?${new URLSearchParams({ to: accountOf(account) }).toString()}` : '';
  return (
    <a className={classes.corner} href={`/demo/outbox${query}`} target="_blank" rel="noopener">
      {t('codes.mailbox')}
      <IconExternalLink size={14} stroke={1.75} aria-hidden="true" />
    </a>
  );
}
