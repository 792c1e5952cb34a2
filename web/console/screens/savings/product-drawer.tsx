import { savingsCalls, type SavingsProductRow } from '@bourse/contract/console';
import { Button } from '../../../ui/button.tsx';
import { Drawer, Facts } from '../../parts/drawer.tsx';
import { Amount, Figure } from '../../parts/figures.tsx';
import { History } from '../../parts/history.tsx';
import { percentOf } from '../../parts/percent.ts';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { useList } from '../../wire/use-list.ts';
import type { ProductAction } from './product-dialogs.tsx';
import { useTermsChanges } from './use-terms-changes.ts';

interface ProductDrawerProps {
  readonly product: SavingsProductRow;
  readonly onClose: () => void;
  readonly onAction: (action: ProductAction) => void;
}

/** A product: its terms, its running deposits and the decisions about it. */
export function ProductDrawer({ product, onClose, onAction }: ProductDrawerProps) {
  const t = useTexts();
  const changesBetween = useTermsChanges();
  const mayConfigure = useMay(savingsCalls.configureProduct);
  const history = useList(savingsCalls.savingsHistory, { id: String(product.id) });
  const { currency_code: code, state } = product;
  return (
    <Drawer
      title={t('savings.one', { id: product.id, code })}
      onClose={onClose}
      actions={
        mayConfigure && (
          <>
            <Button size="dense" onClick={() => onAction({ kind: 'terms', product })}>
              {t('savings.terms')}
            </Button>
            <Button
              size="dense"
              look={state === 'open' ? 'danger' : 'plain'}
              onClick={() => onAction({ kind: 'state', product })}
            >
              {t(state === 'open' ? 'savings.close' : 'savings.open')}
            </Button>
          </>
        )
      }
    >
      <Facts
        facts={[
          [t('words.state'), <ProductState key="state" state={state} />],
          [t('savings.fields.amount'), <Amount key="amount" value={product.amount} currency={code} />],
          [t('savings.fields.days'), product.days],
          [t('savings.fields.rate'), t('savings.percent', { percent: percentOf(product.rate) })],
          [t('savings.fields.quota'), <Figure key="quota" value={product.quota} />],
          [t('savings.fields.user_quota'), <Figure key="userQuota" value={product.user_quota} />],
          [t('savings.running'), <Figure key="running" value={product.running} />],
          [t('savings.runningPrincipal'), <Amount key="principal" value={product.running_principal} currency={code} />],
          [t('savings.reservedInterest'), <Amount key="reserved" value={product.reserved_interest} currency={code} />],
          [t('words.version'), product.version],
        ]}
      />
      <History list={history} changesOf={({ after, before }) => changesBetween(before, after)} />
    </Drawer>
  );
}

export function ProductState({ state }: { readonly state: SavingsProductRow['state'] }) {
  const t = useTexts();
  return <StateBadge tone={state === 'open' ? 'good' : 'quiet'}>{t(`savings.states.${state}`)}</StateBadge>;
}
