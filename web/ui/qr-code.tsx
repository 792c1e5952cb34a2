import { useMemo } from 'react';
import { encode } from 'uqr';
import classes from './qr-code.module.css';

interface QrCodeProps {
  readonly address: string;
  /** A text alternative that names the target. */
  readonly label: string;
  readonly size: number;
}

/** An address as a QR code: dark on light in both themes, with the quiet zone that cameras need. */
export function QrCode({ address, label, size }: QrCodeProps) {
  const code = useMemo(() => encode(address, { ecc: 'M', border: 3 }), [address]);
  const path = useMemo(() => darkModules(code.data), [code]);
  return (
    <svg
      className={classes.code}
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${code.size} ${code.size}`}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}

function darkModules(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
}
