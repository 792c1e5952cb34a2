import { feedbackCalls } from '@bourse/contract/console';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { useTexts } from '../../texts/texts.ts';
import classes from './feedback.module.css';

interface FeedbackImagesProps {
  readonly feedback: number;
  readonly message: number;
  readonly count: number;
}

/** The images of a message. Each look asks for a reason and is logged. */
export function FeedbackImages({ feedback, message, count }: FeedbackImagesProps) {
  const t = useTexts();
  const [asked, ask] = useState<number | null>(null);
  const [seen, setSeen] = useState<ReadonlyMap<number, string>>(new Map());
  return (
    <>
      {Array.from({ length: count }, (_value, image) => {
        const jpeg = seen.get(image);
        const name = t('feedback.imageOf', { n: image + 1 });
        return jpeg === undefined ? (
          <Button key={image} size="dense" look="plain" onClick={() => ask(image)}>
            {name}
          </Button>
        ) : (
          <img key={image} className={classes.image} src={`data:image/jpeg;base64,${jpeg}`} alt={name} />
        );
      })}
      {asked !== null && (
        <ActionDialog
          call={feedbackCalls.feedbackImage}
          title={t('feedback.imageTitle', { n: asked + 1, id: feedback })}
          confirmLabel={t('feedback.look')}
          reasonCode="policy"
          input={{ id: feedback, message, image: asked }}
          onDone={({ jpeg }) => setSeen(new Map(seen).set(asked, jpeg))}
          onClose={() => ask(null)}
        />
      )}
    </>
  );
}
