import { type P2pOrderRow, p2pCalls } from '@bourse/contract/console';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { useTexts } from '../../texts/texts.ts';
import classes from './p2p.module.css';

interface OrderImageProps {
  readonly order: Pick<P2pOrderRow, 'id' | 'number'>;
  readonly of: 'voucher' | 'late' | 'message' | 'evidence';
  /** The number of the message or of the evidence; 0 for vouchers. */
  readonly row: number;
  readonly image: number;
  readonly label: string;
}

/** An image of an order. Each look asks for a reason and is logged. */
export function OrderImage({ image, label, of, order, row }: OrderImageProps) {
  const t = useTexts();
  const [asking, setAsking] = useState(false);
  const [jpeg, setJpeg] = useState<string | null>(null);
  if (jpeg !== null) return <img className={classes.image} src={`data:image/jpeg;base64,${jpeg}`} alt={label} />;
  return (
    <div>
      <Button size="dense" look="plain" onClick={() => setAsking(true)}>
        {label}
      </Button>
      {asking && (
        <ActionDialog
          call={p2pCalls.p2pImage}
          title={t('fiat.imageTitle', { number: order.number })}
          confirmLabel={t('fiat.look')}
          reasonCode="appeal"
          input={{ id: order.id, of, row, image }}
          onDone={(found) => setJpeg(found.jpeg)}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
