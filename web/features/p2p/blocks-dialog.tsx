import { legalUnblock } from '@bourse/contract/p2p';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { EmptyState, ErrorState, SkeletonRows, StaleNote } from '../../ui/states.tsx';
import { tableState } from '../../ui/table-state.ts';
import { useBlocks, useP2pAction } from './p2p-reads.ts';
import classes from './p2p.module.css';

/** The traders whom the user has blocked. */
export function BlocksDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { data, isError, refetch } = useBlocks();
  const state = tableState(data?.data, isError);
  const unblock = useP2pAction(legalUnblock, () => undefined);
  return (
    <Sheet title={t('p2p.block.list')} from="centre" opened onClose={onClose}>
      <div className={classes.sheet}>
        {state.kind === 'loading' && <SkeletonRows count={3} height={44} />}
        {state.kind === 'error' && <ErrorState onRetry={() => void refetch()} />}
        {state.kind === 'empty' && <EmptyState text={t('p2p.block.none')} />}
        {state.kind === 'rows' && (
          <>
            {state.stale && <StaleNote />}
            <ul className={classes.list}>
              {state.rows.map(({ trader: { id, name } }) => (
                <li key={id}>
                  <span className={classes.name}>{name}</span>
                  <Button look="plain" aria-disabled={unblock.busy} onClick={() => unblock.run({ id })}>
                    {t('p2p.block.undo')}
                    <span className="visually-hidden">: {name}</span>
                  </Button>
                </li>
              ))}
            </ul>
          </>
        )}
        <p className={classes.refusal} role="alert">
          {unblock.refusal}
        </p>
      </div>
    </Sheet>
  );
}
