import type { CurrencyProtocol } from '@bourse/contract/chains';
import { depositWallet } from '@bourse/contract/deposits';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../live/read.ts';
import { useSiteConfig } from '../../live/site-config.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { QrCode } from '../../ui/qr-code-later.tsx';
import { ErrorState, LoadingRoom, SkeletonRows } from '../../ui/states.tsx';
import { useAmount } from '../../ui/use-amount.ts';
import { useCopy } from '../../ui/use-copy.ts';
import classes from '../../ui/wallet.module.css';

/** The address of a network, its memo, and the terms of deposits. */
export function DepositAddressCard({ protocol }: { readonly protocol: CurrencyProtocol }) {
  const { t } = useTranslation();
  const amount = useAmount();
  const config = useSiteConfig();
  const [knowsMemo, setKnowsMemo] = useState(false);
  const { data, isError, refetch } = useRead(depositWallet, { currency_id: protocol.currency_id });
  const wallet = data?.data.wallets.find(({ currency_protocol_id: id }) => id === protocol.id);
  if (wallet === undefined) {
    return isError ? (
      <ErrorState text={t('wallet.noAddress')} onRetry={() => void refetch()} />
    ) : (
      <LoadingRoom>
        <SkeletonRows count={3} height={56} />
      </LoadingRoom>
    );
  }
  const { currency_code: code, chain_protocol: chain, confirmations, arrival_minutes: minutes } = protocol;
  const isShown = wallet.memo === null || knowsMemo;
  return (
    <>
      {wallet.memo !== null && (
        <Checkbox checked={knowsMemo} onChange={setKnowsMemo} className={classes.tick}>
          {t('wallet.memoTick')}
        </Checkbox>
      )}
      {isShown && (
        <div className={classes.address}>
          <div className={classes.code}>
            <QrCode address={wallet.address} label={t('wallet.addressCode')} size={152} />
          </div>
          <div className={classes.addressText}>
            <Copied label={t('wallet.address')} text={wallet.address} testId="deposit-address" />
            {wallet.memo !== null && <Copied label={t('wallet.memo')} text={wallet.memo} testId="deposit-memo" />}
          </div>
        </div>
      )}
      <dl className={classes.facts}>
        <dt>{t('wallet.minimum')}</dt>
        <dd>{amount(protocol.recharge_min, code)}</dd>
        <dt>{t('wallet.creditedAfter')}</dt>
        <dd>{t('wallet.afterConfirmations', { count: confirmations.credit })}</dd>
        <dt>{t('wallet.finalAfter')}</dt>
        <dd>{t('wallet.afterConfirmations', { count: confirmations.draw })}</dd>
        <dt>{t('wallet.arrival')}</dt>
        <dd>{t('wallet.minutes', { count: minutes })}</dd>
      </dl>
      <div className={classes.note}>
        <ul>
          <li>{t('wallet.onlyThis', { currency: code, network: chain.code })}</li>
          <li>{t('wallet.belowMinimum', { amount: amount(protocol.recharge_min, code) })}</li>
        </ul>
      </div>
      {config?.demo_outbox === 1 && (
        <Link to="/demo/chain" search={{}} className={classes.link}>
          {t('wallet.toFaucet')}
        </Link>
      )}
    </>
  );
}

interface CopiedProps {
  readonly label: string;
  readonly text: string;
  readonly testId: string;
}

function Copied({ label, testId, text }: CopiedProps) {
  const { t } = useTranslation();
  const copy = useCopy();
  return (
    <div>
      <span className={classes.lead}>{label}</span>
      <output className={classes.text} data-testid={testId} aria-label={label}>
        {text}
      </output>
      <Button look="plain" size="touch" aria-label={`${t('wallet.copy')}: ${label}`} onClick={() => copy(text)}>
        {t('wallet.copy')}
      </Button>
    </div>
  );
}
