/** The site's own logo, or that of the project. */
export function Logo({ source }: { readonly source: string }) {
  if (source !== '') return <img src={source} alt="" height={24} />;
  return <img src="/favicon.svg" alt="" width={24} height={24} />;
}
