import { imageTypes, maxImageBytes } from '@bourse/contract/images';
import { IconPhotoUp } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { BlobImage } from './blob-image.tsx';
import { OwnImage } from './own-image.tsx';
import { type UploadState, useImageUpload } from './use-image-upload.ts';
import classes from './images.module.css';

interface ImageFieldProps {
  readonly label: string;
  readonly name: string;
  /** The address of the uploaded image; empty without one. */
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (url: string) => void;
  /** A hint below the button, such as a sample. */
  readonly children?: ReactNode;
}

/** Browsers may offer photos of other types, which become a JPEG if the browser can read them. */
const accepted = [...imageTypes, 'image/heic', 'image/heif'].join(',');

/** An image to choose, drop or take with the camera. It is sent at once; the value is its address. */
export function ImageField({ label, name, value, error, onChange, children }: ImageFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const upload = useImageUpload(onChange);
  const { state } = upload;
  const busy = state.at === 'preparing' || state.at === 'sending';
  const problem = state.at === 'failed' ? state.text : error;
  const choose = (files: FileList | null): void => {
    const file = files?.item(0);
    if (file !== null && file !== undefined) void upload.send(file);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    choose(event.dataTransfer.files);
  };
  const remove = (): void => {
    upload.clear();
    onChange('');
    input.current?.focus();
  };

  return (
    <div className={classes.field}>
      <span id={`${id}-label`} className={classes.label}>
        {label}
      </span>
      <div
        className={classNames(classes.zone, isOver && classes.over, problem !== null && classes.wrong)}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {value === '' || busy ? (
          <Empty state={state} hint={children} />
        ) : (
          <Preview url={value} sent={upload.sent} label={label} />
        )}
        <div className={classes.buttons}>
          {/* The input is the control for keyboards and screen readers; the button beside it is its picture. */}
          <label className={classes.choose}>
            <input
              ref={input}
              className="visually-hidden"
              type="file"
              name={name}
              accept={accepted}
              disabled={busy}
              aria-labelledby={`${id}-label ${id}-choose`}
              aria-describedby={`${id}-problem`}
              aria-invalid={problem !== null}
              onChange={(event) => {
                choose(event.currentTarget.files);
                event.currentTarget.value = '';
              }}
            />
            <span id={`${id}-choose`}>{value === '' ? t('images.choose') : t('images.replace')}</span>
          </label>
          {value !== '' && !busy && (
            <Button look="plain" size="dense" onClick={remove}>
              {t('images.remove')}
              <span className="visually-hidden">: {label}</span>
            </Button>
          )}
        </div>
      </div>
      <p id={`${id}-problem`} className={classes.problem} role="alert">
        {problem}
      </p>
    </div>
  );
}

function Empty({ hint, state }: { readonly state: UploadState; readonly hint: ReactNode }) {
  const { t } = useTranslation();
  if (state.at === 'preparing') return <output className={classes.empty}>{t('images.preparing')}</output>;
  if (state.at === 'sending') {
    return (
      <div className={classes.empty}>
        <ProgressBar
          label={t('images.sending')}
          value={state.part}
          max={1}
          text={`${Math.round(state.part * 100)} %`}
        />
      </div>
    );
  }
  return (
    <div className={classes.empty}>
      <IconPhotoUp size={28} stroke={1.5} aria-hidden />
      <p>{t('images.formats', { megabytes: maxImageBytes / 1_048_576 })}</p>
      {hint}
    </div>
  );
}

/** The image that was just sent, or else the one that the server has. */
function Preview({ label, sent, url }: { readonly url: string; readonly sent: Blob | null; readonly label: string }) {
  return sent === null ? <OwnImage url={url} label={label} /> : <BlobImage bytes={sent} label={label} />;
}
