import { closeFeedback, type Feedback, feedbackInfo, feedbackLimits, replyToFeedback } from '@bourse/contract/support';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusedFor } from '../../live/failure.ts';
import { useRead } from '../../live/read.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import { OwnImage } from '../images/index.ts';
import { BackToList } from './back-to-list.tsx';
import { FeedbackImages } from './feedback-images.tsx';
import { FeedbackStateMark } from './feedback-state-mark.tsx';
import { useFeedbackAction } from './use-feedback-action.ts';
import classes from './feedback.module.css';

/** How often answers are looked for while the page is visible. */
const refreshMs = 15_000;

/** A feedback with its messages, and the form of a reply. */
export function FeedbackThread({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useRead(feedbackInfo, { id }, { saidInPlace: true, refreshMs });
  return (
    <div className={classes.page}>
      <BackToList />
      {data !== undefined && <Thread feedback={data.data} />}
      {data === undefined && error === null && <SkeletonRows count={4} height={56} />}
      {data === undefined &&
        error !== null &&
        (isRefusedFor(error, 'feedback_unknown') ? (
          <EmptyState text={t('errors.feedback_unknown')} />
        ) : (
          <ErrorState onRetry={() => void refetch()} />
        ))}
    </div>
  );
}

function Thread({ feedback }: { readonly feedback: Feedback }) {
  const { t } = useTranslation();
  const figures = useFigures();
  const [closing, setClosing] = useState(false);
  const close = useFeedbackAction(closeFeedback, () => setClosing(false));
  const { id, messages, state, title, type } = feedback;
  return (
    <>
      <header className={classes.head}>
        <div>
          <h1 className={classes.title}>{title}</h1>
          <p className={classes.quiet}>
            {t(`feedbackTypes.${type}`)} · {figures.dateTime(feedback.created_at)}
          </p>
        </div>
        <FeedbackStateMark state={state} />
      </header>
      <ol className={classes.messages}>
        {messages.map((message) => (
          <li key={message.id} className={classes.message} data-from={message.from}>
            <p className={classes.from}>
              <b>{message.from === 'user' ? t('feedback.you') : t('feedback.support')}</b>{' '}
              <time dateTime={new Date(message.created_at).toISOString()}>{figures.dateTime(message.created_at)}</time>
            </p>
            <p className={classes.text}>{message.content}</p>
            {message.images.length > 0 && (
              <div className={classes.imageFields}>
                {message.images.map((url, at) => (
                  <OwnImage key={url} url={url} label={t('feedback.imageOf', { n: at + 1 })} />
                ))}
              </div>
            )}
          </li>
        ))}
      </ol>
      <ReplyForm id={id} isClosed={state === 'closed'} onClose={() => setClosing(true)} />
      <ConfirmDialog
        title={t('feedback.closeTitle')}
        opened={closing}
        confirmLabel={t('feedback.close')}
        cancelLabel={t('feedback.cancel')}
        busy={close.busy}
        error={close.refusal}
        onConfirm={() => close.run({ id })}
        onClose={() => setClosing(false)}
      >
        <p>{t('feedback.closeText')}</p>
      </ConfirmDialog>
    </>
  );
}

interface ReplyFormProps {
  readonly id: number;
  readonly isClosed: boolean;
  readonly onClose: () => void;
}

function ReplyForm({ id, isClosed, onClose }: ReplyFormProps) {
  const { t } = useTranslation();
  const [content, setContent] = useState('');
  const [images, setImages] = useState<readonly string[]>([]);
  const [asked, setAsked] = useState(false);
  const reply = useFeedbackAction(replyToFeedback, () => {
    setContent('');
    setImages([]);
    setAsked(false);
  });
  const isEmpty = content.trim() === '';
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (reply.busy) return;
    setAsked(true);
    if (isEmpty) focusFirstError(event.currentTarget);
    else reply.run({ id, content, images: [...images] });
  };
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <Field
        label={t('feedback.reply')}
        hint={isClosed ? t('feedback.reopens') : undefined}
        error={asked && isEmpty ? t('feedback.enterReply') : null}
      >
        {(control) => (
          <textarea
            {...control}
            name="reply"
            rows={4}
            value={content}
            maxLength={feedbackLimits.content}
            onChange={(event) => setContent(event.currentTarget.value)}
          />
        )}
      </Field>
      {content !== '' && <FeedbackImages images={images} onChange={setImages} />}
      <p className={classes.refusal} role="alert">
        {reply.refusal}
      </p>
      <div className={classes.buttons}>
        <Button type="submit" size="touch" disabled={reply.busy}>
          {t('feedback.send')}
        </Button>
        {!isClosed && (
          <Button look="plain" size="touch" onClick={onClose}>
            {t('feedback.close')}
          </Button>
        )}
      </div>
    </form>
  );
}
