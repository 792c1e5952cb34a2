import { type DemoBlock, demoChainState, demoReorganize, demoStall } from '@bourse/contract/demo-chain';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { useRead, useSessionToken } from '../../live/read.ts';
import { useSiteConfig } from '../../live/site-config.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { useAmount } from '../../ui/use-amount.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { NotFoundPage } from '../shell/index.ts';
import { Faucet } from './faucet.tsx';
import { OutsideWallet } from './outside-wallet.tsx';
import classes from '../../ui/wallet.module.css';

const refreshMs = 2_000;

/** The chain of a demo: its blocks, a faucet, and a wallet outside of the exchange. */
export function DemoChainPage() {
  const config = useSiteConfig();
  if (config === null) return <SkeletonRows count={6} height={48} />;
  return config.demo_outbox === 1 ? <DemoChain /> : <NotFoundPage />;
}

function DemoChain() {
  const { t } = useTranslation();
  const token = useSessionToken();
  return (
    <div className={classNames(classes.page, classes.alone)}>
      <header>
        <h1 className={classes.title}>{t('shell.demoChain')}</h1>
        <p className={classes.lead}>{t('wallet.demoLead')}</p>
      </header>
      {token !== null && (
        <div className={classes.columns}>
          <Faucet />
          <OutsideWallet />
        </div>
      )}
      <Blocks isMember={token !== null} />
    </div>
  );
}

function Blocks({ isMember }: { readonly isMember: boolean }) {
  const { t } = useTranslation();
  const { call, queries } = useLive();
  const { tx } = useSearch({ from: '/demo/chain' });
  const { data, isError, refetch } = useRead(demoChainState, tx === undefined ? {} : { tx_hash: tx }, {
    refreshMs,
    keepPrevious: true,
  });
  const act = useMutation({
    mutationFn: async (make: () => Promise<unknown>) => make(),
    onSettled: () => void queries.invalidateQueries({ queryKey: [demoChainState.path] }),
  });
  if (data === undefined)
    return isError ? <ErrorState onRetry={() => void refetch()} /> : <SkeletonRows count={8} height={40} />;
  const { blocks, found } = data.data;
  const isStalled = data.data.stalled === 1;
  const isFar = found !== null && !blocks.some(({ hash }) => hash === found.hash);
  return (
    <section className={classes.card} aria-labelledby="blocks">
      <h2 id="blocks" className={classes.subtitle}>
        {t('wallet.blocks')}
      </h2>
      {isMember && (
        <p className={classNames(classes.buttons, classes.gap)}>
          <Button look="plain" size="touch" onClick={() => act.mutate(() => call(demoReorganize, {}))}>
            {t('wallet.reorganize')}
          </Button>
          <Button
            look="plain"
            size="touch"
            aria-pressed={isStalled}
            onClick={() => act.mutate(() => call(demoStall, { on: isStalled ? 0 : 1 }))}
          >
            {t(isStalled ? 'wallet.resume' : 'wallet.stall')}
          </Button>
        </p>
      )}
      <ol className={classes.blocks}>
        {(isFar ? [found, ...blocks] : blocks).map((block) => (
          <li key={block.hash} className={classes.block}>
            <Block block={block} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Block({ block: { hash, height, payments, time } }: { readonly block: DemoBlock }) {
  const { t } = useTranslation();
  const figures = useFigures();
  const amount = useAmount();
  const { tx } = useSearch({ from: '/demo/chain' });
  return (
    <>
      <div className={classes.blockHead}>
        <span className="figures" title={hash}>
          {t('wallet.block', { height })}
        </span>
        <time className="figures" dateTime={new Date(time).toISOString()}>
          {figures.dateTime(time)}
        </time>
      </div>
      {payments.map((payment) => (
        <div key={payment.tx_hash} className={classes.payment} data-shown={payment.tx_hash === tx}>
          <span title={payment.tx_hash}>{middle(payment.tx_hash)}</span>
          <span
            title={payment.to}
          >{`→ ${middle(payment.to)}${payment.memo === null ? '' : ` (${payment.memo})`}`}</span>
          <span className="figures">{amount(payment.number, payment.currency_code)}</span>
        </div>
      ))}
    </>
  );
}

/** The beginning and the end of a hash or an address. */
function middle(text: string): string {
  return `${text.slice(0, 8)}…${text.slice(-6)}`;
}
