import { image, imageIdOf } from '@bourse/contract/images';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { refusalOf } from '../../live/failure.ts';
import { readKey, useSessionToken } from '../../live/read.ts';
import { ErrorState, SkeletonText } from '../../ui/states.tsx';
import { BlobImage } from './blob-image.tsx';
import classes from './images.module.css';

interface OwnImageProps {
  /** The address from the server; empty if the image was deleted. */
  readonly url: string;
  readonly label: string;
}

/** An image of the user. Its address needs the session, so it is fetched and shown from memory. */
export function OwnImage({ url, label }: OwnImageProps) {
  const { t } = useTranslation();
  const { download } = useLive();
  const token = useSessionToken();
  const id = imageIdOf(url);
  const read = useQuery({
    queryKey: readKey(image, { id }, token),
    queryFn: ({ signal }) => (id === null ? null : download(image, { id }, signal)),
    enabled: id !== null && token !== null,
    // An image never changes.
    staleTime: Number.POSITIVE_INFINITY,
    meta: { saidInPlace: true },
  });
  const bytes = read.data ?? null;
  if (id === null || refusalOf(read.error) !== null) return <p className={classes.gone}>{t('images.gone')}</p>;
  if (read.isError) return <ErrorState onRetry={() => void read.refetch()} />;
  if (bytes === null) {
    return (
      <output className={classes.picture} aria-label={t('common.loading')}>
        <SkeletonText width="100%" />
      </output>
    );
  }
  return <BlobImage bytes={bytes} label={label} />;
}
