import { useTranslation } from 'react-i18next';

/** An amount of money, or dots in its place. The dots do not reveal its length. */
export function Amount({ hidden, children }: { readonly hidden: boolean; readonly children: string }) {
  const { t } = useTranslation();
  if (!hidden) return <span className="figures">{children}</span>;
  return (
    <span>
      <span aria-hidden="true">••••••</span>
      <span className="visually-hidden">{t('assets.hidden')}</span>
    </span>
  );
}
