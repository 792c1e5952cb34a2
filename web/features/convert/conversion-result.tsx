import type { Conversion } from '@bourse/contract/convert';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { useAmount } from '../../ui/use-amount.ts';
import { Facts } from './facts.tsx';
import { shownPrice } from './shown-price.ts';
import classes from './convert.module.css';

interface ConversionResultProps {
  readonly conversion: Conversion;
  readonly onAgain: () => void;
  readonly onClose: (() => void) | undefined;
}

/** The executed conversion. Takes the focus, because the form with the focus is gone. */
export function ConversionResult({ conversion, onAgain, onClose }: ConversionResultProps) {
  const { t } = useTranslation();
  const amount = useAmount();
  const heading = useRef<HTMLParagraphElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { currency_code: from, target_currency_code: to, number, received } = conversion;
  const { base, price, quote } = shownPrice(conversion);
  return (
    <>
      <p ref={heading} className={classes.done} tabIndex={-1}>
        <IconCircleCheck size={20} stroke={1.75} aria-hidden="true" />
        {t('convert.done', { amount: amount(received, to) })}
      </p>
      <Facts
        facts={[
          { label: t('convert.from'), value: amount(number, from) },
          { label: t('convert.price'), value: `${amount('1', base)} = ${amount(price, quote)}` },
        ]}
      />
      <div className={classes.buttons}>
        <Button look={onClose === undefined ? 'accent' : 'plain'} size="touch" onClick={onAgain}>
          {t('convert.again')}
        </Button>
        {onClose !== undefined && (
          <Button size="touch" onClick={onClose}>
            {t('common.close')}
          </Button>
        )}
      </div>
    </>
  );
}
