/** A spacer for table rows that are not rendered. */
export function RowGap({ height }: { readonly height: number }) {
  return <tr aria-hidden="true" style={{ height }} />;
}
