import { IconHeadset } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface SupportLinkProps {
  readonly address: string;
  readonly className: string | undefined;
  /** Shows only the icon; the name becomes its accessible label. */
  readonly short?: boolean;
}

/**
 * Customer service: a page of this site, or a website in a new tab. Any other address is ignored, because the setting
 * may contain anything.
 */
export function SupportLink({ address, className, short = false }: SupportLinkProps) {
  const { t } = useTranslation();
  const where = placeOf(address);
  if (where === null) return null;
  const name = t('shell.support');
  const elsewhere = where === 'web' ? { target: '_blank', rel: 'noopener noreferrer' } : {};
  return (
    <a className={className} href={address} title={name} {...elsewhere}>
      <IconHeadset size={18} stroke={1.75} aria-hidden="true" />
      <span className={short ? 'visually-hidden' : undefined}>{name}</span>
    </a>
  );
}

function placeOf(address: string): 'site' | 'web' | null {
  if (/^\/(?![/\\])/.test(address)) return 'site';
  return /^https?:\/\//.test(address) ? 'web' : null;
}
