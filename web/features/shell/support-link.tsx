import { IconHeadset } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface SupportLinkProps {
  readonly address: string;
  readonly className: string | undefined;
  /** The sign alone, its name for those who cannot see it. */
  readonly short?: boolean;
}

/** Customer service. Only an address of the web is followed; a setting could hold anything. */
export function SupportLink({ address, className, short = false }: SupportLinkProps) {
  const { t } = useTranslation();
  if (!/^https?:\/\//.test(address)) return null;
  const name = t('shell.support');
  return (
    <a className={className} href={address} target="_blank" rel="noopener noreferrer" title={name}>
      <IconHeadset size={18} stroke={1.75} aria-hidden="true" />
      <span className={short ? 'visually-hidden' : undefined}>{name}</span>
    </a>
  );
}
