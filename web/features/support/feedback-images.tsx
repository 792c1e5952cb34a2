import { feedbackLimits } from '@bourse/contract/support';
import { useTranslation } from 'react-i18next';
import { ImageField } from '../images/index.ts';
import classes from './feedback.module.css';

interface FeedbackImagesProps {
  /** The addresses of uploaded images. */
  readonly images: readonly string[];
  readonly onChange: (images: readonly string[]) => void;
}

/** The images of a message: those that are uploaded, and an empty field while there is room for more. */
export function FeedbackImages({ images, onChange }: FeedbackImagesProps) {
  const { t } = useTranslation();
  const fields = images.length < feedbackLimits.images ? [...images, ''] : images;
  return (
    <fieldset className={classes.images}>
      <legend>{t('feedback.images')}</legend>
      <div className={classes.imageFields}>
        {fields.map((url, at) => (
          <ImageField
            key={url === '' ? 'next' : url}
            label={t('feedback.imageOf', { n: at + 1 })}
            name={`image-${at + 1}`}
            value={url}
            error={null}
            onChange={(next) =>
              onChange([...images.slice(0, at), next, ...images.slice(at + 1)].filter((one) => one !== ''))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
