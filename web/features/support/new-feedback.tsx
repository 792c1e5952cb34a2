import {
  addFeedback,
  countWords,
  feedbackLimits,
  type FeedbackType,
  feedbackTypes,
  minFeedbackWords,
} from '@bourse/contract/support';
import { useNavigate } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { BackToList } from './back-to-list.tsx';
import { FeedbackImages } from './feedback-images.tsx';
import { useFeedbackAction } from './use-feedback-action.ts';
import classes from './feedback.module.css';

/** The form of a new feedback. Its words are counted while they are typed, as the server counts them. */
export function NewFeedback() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [type, setType] = useState<FeedbackType | null>(null);
  const [title, setTitle] = useState('');
  const [content, setContent] = useState('');
  const [images, setImages] = useState<readonly string[]>([]);
  const [asked, setAsked] = useState(false);
  const send = useFeedbackAction(addFeedback, ({ id }) => {
    void navigate({ to: '/personal/feedback', search: { id: String(id) }, replace: true });
  });
  const words = countWords(content);
  const errors = {
    type: type === null ? t('feedback.chooseType') : null,
    title: title.trim() === '' ? t('feedback.enterHeading') : null,
    content: words < minFeedbackWords ? t('errors.feedback_too_short', { minimum: minFeedbackWords, words }) : null,
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (send.busy) return;
    setAsked(true);
    if (type === null || errors.title !== null || errors.content !== null) {
      focusFirstError(event.currentTarget);
      return;
    }
    send.run({ type, title: title.trim(), content, images: [...images] });
  };
  return (
    <div className={classes.page}>
      <BackToList />
      <h1 className={classes.title}>{t('feedback.new')}</h1>
      <form className={classes.form} noValidate onSubmit={submit}>
        <Field label={t('feedback.type')} error={asked ? errors.type : null}>
          {(control) => (
            <select
              {...control}
              value={type ?? ''}
              onChange={(event) => setType(feedbackTypes.find((one) => one === event.currentTarget.value) ?? null)}
            >
              <option value="" disabled>
                {t('feedback.chooseType')}
              </option>
              {feedbackTypes.map((value) => (
                <option key={value} value={value}>
                  {t(`feedbackTypes.${value}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={t('feedback.heading')} error={asked ? errors.title : null}>
          {(control) => (
            <input
              {...control}
              name="title"
              value={title}
              maxLength={feedbackLimits.title}
              autoComplete="off"
              onChange={(event) => setTitle(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label={t('feedback.content')} hint={t('feedback.hint')} error={asked ? errors.content : null}>
          {(control) => (
            <textarea
              {...control}
              name="content"
              rows={8}
              value={content}
              maxLength={feedbackLimits.content}
              onChange={(event) => setContent(event.currentTarget.value)}
            />
          )}
        </Field>
        <p className={classes.words} data-enough={words >= minFeedbackWords}>
          {t('feedback.words', { words, minimum: minFeedbackWords })}
        </p>
        <FeedbackImages images={images} onChange={setImages} />
        <p className={classes.refusal} role="alert">
          {send.refusal}
        </p>
        <Button type="submit" size="touch" className={classes.submit} disabled={send.busy}>
          {t('feedback.send')}
        </Button>
      </form>
    </div>
  );
}
