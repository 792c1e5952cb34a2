import { p2pLimits } from '@bourse/contract/p2p';
import { useTranslation } from 'react-i18next';
import { ImageField } from '../images/index.ts';
import classes from './p2p.module.css';

interface EvidenceImagesProps {
  /** The addresses of uploaded images. */
  readonly images: readonly string[];
  readonly onChange: (images: readonly string[]) => void;
}

/** The pictures of an appeal: those that are uploaded, and an empty field while there is room for more. */
export function EvidenceImages({ images, onChange }: EvidenceImagesProps) {
  const { t } = useTranslation();
  const maximum = p2pLimits.evidenceImages;
  const fields = images.length < maximum ? [...images, ''] : images;
  return (
    <fieldset className={classes.choices}>
      <legend>{t('escrow.appealImages', { maximum })}</legend>
      <div className={classes.images}>
        {fields.map((url, at) => (
          <ImageField
            key={url === '' ? 'next' : url}
            label={`${at + 1} / ${maximum}`}
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
