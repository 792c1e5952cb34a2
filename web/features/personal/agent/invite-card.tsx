import { useTranslation } from 'react-i18next';
import { useSiteFace } from '../../../live/site-config.ts';
import { Button } from '../../../ui/button.tsx';
import { QrCode } from '../../../ui/qr-code-later.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { CopyRow } from '../copy-row.tsx';
import { invitationLink } from '../invitation-link.ts';
import { SettingsCard } from '../settings-card.tsx';
import settings from '../settings.module.css';

const qrSize = 132;

/** The agent's code and link, its QR code, and a poster with it. */
export function InviteCard({ code }: { readonly code: string }) {
  const { t } = useTranslation();
  const { name: site } = useSiteFace();
  const link = invitationLink(code);
  const save = async (): Promise<void> => {
    const { drawPoster } = await import('./poster.ts');
    const texts = { title: t('agent.posterTitle', { site }), text: t('agent.posterText'), code };
    saveFile(await drawPoster(link, texts), `${code}.png`);
  };
  return (
    <SettingsCard
      id="invite"
      title={t('agent.invite')}
      text={t('agent.inviteText')}
      action={
        <Button look="plain" onClick={() => void save()}>
          {t('agent.savePoster')}
        </Button>
      }
    >
      <div className={settings.invitation}>
        <dl className={settings.rows}>
          <CopyRow name={t('account.inviteCode')} value={code} copyLabel={t('account.copyCode')} />
          <CopyRow name={t('account.inviteLink')} value={link} copyLabel={t('account.copyLink')} />
        </dl>
        <div className={settings.qr}>
          <QrCode address={link} label={t('account.qr')} size={qrSize} />
        </div>
      </div>
    </SettingsCard>
  );
}
