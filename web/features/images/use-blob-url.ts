import { useEffect, useState } from 'react';

/** An address for the bytes of an image, valid while the component shows it; null without bytes. */
export function useBlobUrl(bytes: Blob | null): string | null {
  const [shown, setShown] = useState<{ readonly bytes: Blob; readonly url: string } | null>(null);
  useEffect(() => {
    if (bytes === null) return;
    const url = URL.createObjectURL(bytes);
    setShown({ bytes, url });
    return () => URL.revokeObjectURL(url);
  }, [bytes]);
  return shown !== null && shown.bytes === bytes ? shown.url : null;
}
