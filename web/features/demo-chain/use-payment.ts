import { currencyProtocols } from '@bourse/contract/chains';
import { demoChainState, outsideWallet } from '@bourse/contract/demo-chain';
import { accountList } from '@bourse/contract/wallet';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { useRead } from '../../live/read.ts';
import { announce } from '../../ui/announcer.tsx';
import { toast } from '../../ui/toasts.ts';
import { useAmount } from '../../ui/use-amount.ts';

interface Target {
  readonly currency_id: number;
  readonly address: string;
  readonly memo?: string;
}

interface Sent {
  readonly data: { readonly number: string };
}

/** The fields of a payment on the demo chain, and its sending. Null fields were not typed in. */
export type Payment = ReturnType<typeof usePayment>;

export function usePayment(send: (target: Target) => Promise<Sent>) {
  const { t } = useTranslation();
  const { queries } = useLive();
  const amount = useAmount();
  const currencies = useRead(accountList, {}).data?.data[0]?.accounts ?? [];
  const protocols = useRead(currencyProtocols, {}).data?.data ?? [];
  const [code, setCode] = useState('USDT');
  const [address, setAddress] = useState<string | null>(null);
  const [memo, setMemo] = useState<string | null>(null);
  const currency = currencies.find((one) => one.currency_code === code);
  const pay = useMutation({
    meta: { saidInPlace: true },
    mutationFn: async ({ address: to, memo: note }: { readonly address: string; readonly memo: string }) =>
      send({
        currency_id: currency?.currency_id ?? 0,
        address: to.trim(),
        ...(note.trim() === '' ? {} : { memo: note.trim() }),
      }),
    onSuccess: ({ data }) => {
      const text = t('wallet.sent', { amount: amount(data.number, code) });
      toast(text, 'success');
      announce(text);
    },
    onSettled: () => {
      for (const { path } of [demoChainState, outsideWallet]) void queries.invalidateQueries({ queryKey: [path] });
    },
  });
  const changed =
    <T>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      pay.reset();
    };
  return {
    address,
    code,
    currencies,
    currency,
    memo,
    pay,
    needsMemo: protocols.some((one) => one.currency_code === code && one.memo_required === 1),
    setAddress: changed(setAddress),
    setMemo: changed(setMemo),
    setCode: changed((next: string) => {
      setCode(next);
      setAddress(null);
      setMemo(null);
    }),
  };
}
