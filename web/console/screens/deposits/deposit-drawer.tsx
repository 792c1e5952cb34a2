import { depositCalls, type DepositRow } from '@bourse/contract/console';
import { Button } from '../../../ui/button.tsx';
import { noFigure } from '../../../ui/figures.ts';
import { ConsoleLink } from '../../parts/console-link.tsx';
import { Drawer, Facts } from '../../parts/drawer.tsx';
import { Amount, Time } from '../../parts/figures.tsx';
import { StateBadge, type Tone } from '../../parts/state-badge.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';

interface DepositDrawerProps {
  readonly deposit: DepositRow;
  readonly onClose: () => void;
  readonly onAssign: () => void;
}

export function DepositDrawer({ deposit, onAssign, onClose }: DepositDrawerProps) {
  const t = useTexts();
  const mayAssign = useMay(depositCalls.assignDeposit);
  const { confirmations, currency_code: currency, id, n, needed, user_id: user } = deposit;
  return (
    <Drawer
      title={t('deposits.one', { id })}
      onClose={onClose}
      actions={
        mayAssign &&
        deposit.stage === 'unattributed' && (
          <Button size="dense" onClick={onAssign}>
            {t('deposits.assign')}
          </Button>
        )
      }
    >
      <Facts
        facts={[
          [t('words.state'), <DepositStage key="stage" stage={deposit.stage} />],
          [t('deposits.credit'), t(`deposits.credits.${deposit.credit}`)],
          [
            t('deposits.user'),
            user === null ? (
              t('deposits.noUser')
            ) : (
              <ConsoleLink key="user" to={`/users?row=${user}`}>
                {String(user)}
              </ConsoleLink>
            ),
          ],
          [t('deposits.amount'), <Amount key="amount" value={deposit.amount} currency={currency} />],
          [t('deposits.network'), deposit.network],
          [t('deposits.chain'), deposit.chain],
          [t('deposits.tx'), deposit.tx],
          [t('deposits.address'), deposit.address],
          [t('deposits.memo'), deposit.memo ?? noFigure],
          [t('deposits.height'), deposit.height],
          [t('deposits.confirmations'), t('deposits.confirmed', { given: confirmations, needed })],
          [t('deposits.number'), n ?? noFigure],
          [t('words.time'), <Time key="time" at={deposit.created_at} />],
        ]}
      />
    </Drawer>
  );
}

const tones: Readonly<Record<DepositRow['stage'], Tone>> = {
  seen: 'accent',
  creditable: 'good',
  below_minimum: 'quiet',
  unattributed: 'warning',
  orphaned: 'warning',
  gone: 'bad',
};

export function DepositStage({ stage }: Pick<DepositRow, 'stage'>) {
  const t = useTexts();
  return <StateBadge tone={tones[stage]}>{t(`deposits.stages.${stage}`)}</StateBadge>;
}
