import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { Button } from '../../ui/button.tsx';
import { uploadImage } from '../images/index.ts';
import { drawSampleDocument } from './sample-document.ts';
import type { VerificationDraft } from './verification-form.ts';

interface SampleButtonProps {
  readonly onSample: (part: Pick<VerificationDraft, 'name' | 'cardId' | 'front' | 'reverse'>) => void;
}

/** Fills the form with a drawn document, so that no real one is sent to a demo. */
export function SampleButton({ onSample }: SampleButtonProps) {
  const { t } = useTranslation();
  const live = useLive();
  const sample = useMutation({
    mutationFn: async () => {
      const { cardId, front, name, reverse } = await drawSampleDocument(t('authentication.sampleName'));
      const sending = { signal: new AbortController().signal, onProgress: () => undefined };
      const images = await Promise.all([uploadImage(live, front, sending), uploadImage(live, reverse, sending)]);
      return { name, cardId, front: images[0].url, reverse: images[1].url };
    },
    onSuccess: onSample,
  });
  return (
    <Button look="plain" disabled={sample.isPending} onClick={() => sample.mutate()}>
      {t('authentication.sample')}
    </Button>
  );
}
