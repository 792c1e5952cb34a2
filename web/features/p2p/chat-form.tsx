import { imageTypes } from '@bourse/contract/images';
import { p2pLimits } from '@bourse/contract/p2p';
import { IconPhoto, IconSend } from '@tabler/icons-react';
import { useId, useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { refusalOf } from '../../live/failure.ts';
import { Button } from '../../ui/button.tsx';
import { shrinkImage, uploadImage } from '../images/index.ts';
import { useSaying } from './chat-reads.ts';
import classes from './chat.module.css';

/** Sends a text or a picture. Enter sends, Shift and Enter begin another line. A text that was not sent stays. */
export function ChatForm({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const live = useLive();
  const fieldId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useState('');
  const [sending, setSending] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const say = useSaying(id, () => setText(''));
  const isBusy = say.isPending || sending !== null;
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setProblem(null);
    if (!isBusy && text.trim() !== '') say.mutate({ text: text.trim() });
  };
  const send = async (file: File): Promise<void> => {
    setProblem(null);
    setSending(0);
    try {
      const small = await shrinkImage(file);
      const { signal } = new AbortController();
      const { url } = await uploadImage(live, small, { signal, onProgress: setSending });
      say.mutate({ image: url });
    } catch (error) {
      setProblem(refusalOf(error) ?? t('images.failed'));
    } finally {
      setSending(null);
    }
  };
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    // An input method uses Enter to finish a word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    form.current?.requestSubmit();
  };
  const failure = say.isError ? (refusalOf(say.error) ?? t('escrow.chat.failed')) : null;
  return (
    <form ref={form} className={classes.form} onSubmit={submit}>
      <p className={classes.problem} role="alert">
        {problem ?? failure}
      </p>
      <div className={classes.tools}>
        <label className={classes.picture} title={t('escrow.chat.image')}>
          <input
            type="file"
            className="visually-hidden"
            accept={imageTypes.join(',')}
            disabled={isBusy}
            aria-label={t('escrow.chat.image')}
            onChange={(event) => {
              const file = event.currentTarget.files?.item(0);
              if (file !== null && file !== undefined) void send(file);
              event.currentTarget.value = '';
            }}
          />
          {sending === null ? (
            <IconPhoto size={20} stroke={1.75} aria-hidden="true" />
          ) : (
            <output className="figures">{`${Math.round(sending * 100)} %`}</output>
          )}
        </label>
        <label htmlFor={fieldId} className="visually-hidden">
          {t('escrow.chat.placeholder')}
        </label>
        <textarea
          id={fieldId}
          className={classes.field}
          name="message"
          rows={1}
          maxLength={p2pLimits.message}
          placeholder={t('escrow.chat.placeholder')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKey}
        />
        <Button type="submit" size="touch" aria-label={t('escrow.chat.send')} aria-busy={isBusy} aria-disabled={isBusy}>
          <IconSend size={18} stroke={1.75} aria-hidden="true" />
        </Button>
      </div>
    </form>
  );
}
