import { useState } from 'react';
import classes from './coin-mark.module.css';

interface CoinMarkProps {
  readonly code: string;
  /** The address of the logo; empty when there is none. Defaults to the logos of the demo's currencies. */
  readonly logo?: string;
  readonly size?: number;
}

/** The logo of a currency, or its first letter. Decorative: the currency code is always next to it. */
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
