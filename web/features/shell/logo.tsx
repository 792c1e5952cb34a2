/** The venue's own picture when it has one, otherwise the mark of the project. */
export function Logo({ source }: { readonly source: string }) {
  if (source !== '') return <img src={source} alt="" height={24} />;
  return <img src="/favicon.svg" alt="" width={24} height={24} />;
}
