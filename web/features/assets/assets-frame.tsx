import {
  IconAddressBook,
  IconArrowsLeftRight,
  IconBuildingBank,
  IconChartArcs,
  IconChartDots,
  IconCreditCard,
  IconDownload,
  IconHistory,
  IconListDetails,
  IconPigMoney,
  IconSend,
  IconStopwatch,
  IconTransform,
  IconUpload,
  IconWallet,
} from '@tabler/icons-react';
import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSessionToken } from '../../live/read.ts';
import { useTopupOpen } from '../topup/index.ts';
import { SectionFrame } from '../../ui/section-frame.tsx';

const entries = [
  [{ to: '/assets/overview', label: 'shell.assetsOverview', Icon: IconChartArcs }],
  [
    { to: '/assets/tradeAccount', label: 'accounts.change_account', Icon: IconWallet },
    { to: '/assets/legalAccount', label: 'accounts.legal_account', Icon: IconBuildingBank },
    { to: '/assets/leverAccount', label: 'accounts.lever_account', Icon: IconChartDots },
    { to: '/assets/secondAccount', label: 'accounts.micro_account', Icon: IconStopwatch },
    { to: '/assets/financialAccount', label: 'accounts.financial_account', Icon: IconPigMoney },
  ],
  [
    { to: '/assets/deposit', label: 'shell.depositCoins', Icon: IconDownload },
    { to: '/assets/withdraw', label: 'shell.withdrawCoins', Icon: IconUpload },
    { to: '/assets/send', label: 'shell.sendCoins', Icon: IconSend },
    { to: '/assets/convert', label: 'shell.convert', Icon: IconTransform },
    { to: '/assets/transfer', label: 'shell.transfer', Icon: IconArrowsLeftRight },
    { to: '/assets/transferLog', label: 'shell.transferLog', Icon: IconHistory },
    { to: '/assets/dealRecords', label: 'shell.dealRecords', Icon: IconListDetails },
    { to: '/assets/bindAddr', label: 'shell.bindAddr', Icon: IconAddressBook },
    { to: '/assets/topup', label: 'shell.topup', Icon: IconCreditCard },
  ],
] as const;

/** The menu of the assets beside the selected page, above it on a tablet, and folded on a phone. */
export function AssetsFrame() {
  const { t } = useTranslation();
  const token = useSessionToken();
  const offersTopups = useTopupOpen();
  return (
    <SectionFrame
      label={t('shell.assets')}
      groups={entries.map((group) =>
        group
          .filter(({ to }) => to !== '/assets/topup' || offersTopups)
          .map((entry) => ({ ...entry, label: t(entry.label) })),
      )}
      folds
    >
      {/* Remounted on a change of user, so that typed values do not carry over. */}
      <Outlet key={token} />
    </SectionFrame>
  );
}
