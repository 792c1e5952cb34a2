import { maxImageBytes } from '@bourse/contract/images';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { CallFailure, refusalOf } from '../../live/failure.ts';
import { shrinkImage } from './shrink-image.ts';
import { uploadImage } from './upload-image.ts';

/** The progress of the chosen file. */
export type UploadState =
  | { readonly at: 'rest' }
  | { readonly at: 'preparing' }
  | { readonly at: 'sending'; readonly part: number }
  | { readonly at: 'failed'; readonly text: string };

const rest: UploadState = { at: 'rest' };

/** Prepares and sends a chosen image; another choice or the end of the component abandons it. */
export function useImageUpload(onDone: (url: string) => void) {
  const { t } = useTranslation();
  const live = useLive();
  const [state, setState] = useState<UploadState>(rest);
  const [sent, setSent] = useState<Blob | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const send = async (file: File): Promise<void> => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    const show = (next: UploadState): void => {
      if (!signal.aborted) setState(next);
    };
    show({ at: 'preparing' });
    const small = await shrinkImage(file);
    if (small.size > maxImageBytes) {
      show({ at: 'failed', text: t('images.tooLarge', { megabytes: maxImageBytes / 1_048_576 }) });
      return;
    }
    try {
      const { url } = await uploadImage(live, small, { signal, onProgress: (part) => show({ at: 'sending', part }) });
      if (signal.aborted) return;
      setSent(small);
      setState(rest);
      onDone(url);
    } catch (error) {
      const isEnded = error instanceof CallFailure && error.outcome.kind === 'session_ended';
      if (isEnded) live.report(error);
      show({ at: 'failed', text: refusalOf(error) ?? t('images.failed') });
    }
  };
  const clear = (): void => {
    running.current?.abort();
    setSent(null);
    setState(rest);
  };
  return { state, sent, send, clear };
}
