import { useState } from 'react';
import classes from './coin-mark.module.css';

interface CoinMarkProps {
  readonly code: string;
  /** Where its picture is; empty when it has none. Left out, it is where the pictures of the demo's currencies are. */
  readonly logo?: string;
  readonly size?: number;
}

/**
 * The mark of a currency; its first letter when there is no picture. It only decorates the code that stands beside it.
 */
export function CoinMark({ code, logo, size = 20 }: CoinMarkProps) {
  const [missing, setMissing] = useState<string | null>(null);
  const source = logo ?? `/coins/${code.toLowerCase()}.svg`;
  if (source === '' || missing === source) {
    return (
      <span className={classes.letter} style={{ width: size, height: size, fontSize: size * 0.5 }} aria-hidden="true">
        {code.slice(0, 1)}
      </span>
    );
  }
  return (
    <img
      className={classes.mark}
      src={source}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      onError={() => setMissing(source)}
    />
  );
}
