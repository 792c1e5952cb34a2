import { useEffect, useRef } from 'react';
import classes from './images.module.css';

/** Shows the bytes of an image, whose address is valid while it is shown. */
export function BlobImage({ bytes, label }: { readonly bytes: Blob; readonly label: string }) {
  const picture = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(bytes);
    if (picture.current !== null) picture.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [bytes]);
  return <img ref={picture} className={classes.picture} alt={label} />;
}
