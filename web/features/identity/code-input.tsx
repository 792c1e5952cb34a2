import { TextInput } from '@mantine/core';
import { useRef, type ClipboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { codeFrom, codeIn } from './form-rules.ts';
import type { CodeSender } from './use-code-sender.ts';
import classes from './identity.module.css';

interface CodeInputProps {
  readonly value: string;
  readonly error: string | null;
  readonly sender: Pick<CodeSender, 'secondsLeft' | 'sending'>;
  readonly onChange: (code: string) => void;
  /** Sends a code; resolves with whether it was sent. */
  readonly onSend: (form: HTMLFormElement | null) => Promise<boolean>;
  /** Content at the other end of the label's line. */
  readonly corner?: ReactNode;
}

/** A longer wait is shown in minutes. */
const longestInSeconds = 120;

/** A field for a verification code, with a button that sends one. */
export function CodeInput({ value, error, sender, onChange, onSend, corner }: CodeInputProps) {
  const { t, i18n } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const { secondsLeft, sending } = sender;
  const locked = secondsLeft > 0;

  const waitText = (seconds: number): string => {
    if (seconds <= longestInSeconds) return t('codes.wait', { seconds });
    const unit = new Intl.NumberFormat(i18n.language, { style: 'unit', unit: 'minute' });
    return unit.format(Math.ceil(seconds / 60));
  };
  const send = async (form: HTMLFormElement | null): Promise<void> => {
    if (sending || locked) return;
    if (await onSend(form)) input.current?.focus();
  };
  // Codes are often copied with surrounding text, which the browser would truncate to the length of a code.
  const paste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const code = codeIn(event.clipboardData.getData('text'));
    if (code === '') return;
    event.preventDefault();
    onChange(code);
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
          value={value}
          error={error}
          onChange={(event) => onChange(codeFrom(event.currentTarget.value))}
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
      {corner}
    </div>
  );
}
