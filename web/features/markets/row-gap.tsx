/** Stands for rows of a table that are out of sight. */
export function RowGap({ height }: { readonly height: number }) {
  return <tr aria-hidden="true" style={{ height }} />;
}
