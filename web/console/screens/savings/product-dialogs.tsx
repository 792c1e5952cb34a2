import { NativeSelect } from '@mantine/core';
import { marketCalls, savingsCalls, type SavingsProductRow } from '@bourse/contract/console';
import { useState } from 'react';
import { ActionDialog, type ErrorOf } from '../../parts/action-dialog.tsx';
import { FigureInput } from '../../parts/figure-input.tsx';
import { percentOf } from '../../parts/percent.ts';
import { useTexts } from '../../texts/texts.ts';
import { useList } from '../../wire/use-list.ts';
import { maxDays, readTerms, type TermsTexts } from './product-terms.ts';
import { useTermsChanges } from './use-terms-changes.ts';

/** The action that a dialog asks for. */
export type ProductAction =
  | { readonly kind: 'add' }
  | { readonly kind: 'terms' | 'state'; readonly product: SavingsProductRow };

interface DialogProps {
  readonly onClose: () => void;
}

interface ProductProps extends DialogProps {
  readonly product: SavingsProductRow;
}

export function ProductDialog({ action, onClose }: DialogProps & { readonly action: ProductAction }) {
  switch (action.kind) {
    case 'add':
      return <AddProduct onClose={onClose} />;
    case 'terms':
      return <ChangeTerms product={action.product} onClose={onClose} />;
    case 'state':
      return <ChangeState product={action.product} onClose={onClose} />;
  }
}

const fields = ['currency_id', 'amount', 'days', 'rate', 'quota', 'user_quota'];

function AddProduct({ onClose }: DialogProps) {
  const t = useTexts();
  const changesBetween = useTermsChanges();
  const currencies = useList(marketCalls.currencies, {});
  const [chosen, choose] = useState('');
  const [isOpen, setOpen] = useState(true);
  const [texts, setTexts] = useState<TermsTexts>({ amount: '', days: '', rate: '', quota: '', userQuota: '' });
  const currency = currencies.rows?.find(({ id }) => String(id) === chosen);
  const terms = termsOf(texts);
  const state = isOpen ? 'open' : 'closed';
  const isComplete = terms !== null && currency !== undefined;
  return (
    <ActionDialog
      call={savingsCalls.configureProduct}
      title={t('savings.addTitle')}
      confirmLabel={t('savings.add')}
      input={isComplete ? { id: null, version: 0, currency_id: currency.id, ...terms, state } : null}
      {...(isComplete ? { changes: changesBetween(null, { currency_code: currency.code, ...terms, state }) } : {})}
      fields={fields}
      fieldOf={{ currency_unknown: 'currency_id' }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <NativeSelect
            label={t('savings.fields.currency_code')}
            value={chosen}
            error={errorOf('currency_id')}
            data={[
              { value: '', label: t('savings.chooseCurrency'), disabled: true },
              ...(currencies.rows ?? []).map(({ code, id }) => ({ value: String(id), label: code })),
            ]}
            onChange={(event) => choose(event.currentTarget.value)}
          />
          <TermsFields texts={texts} unit={currency?.code} errorOf={errorOf} onChange={setTexts} />
          <NativeSelect
            label={t('words.state')}
            value={state}
            data={[
              { value: 'open', label: t('savings.states.open') },
              { value: 'closed', label: t('savings.states.closed') },
            ]}
            onChange={(event) => setOpen(event.currentTarget.value === 'open')}
          />
        </>
      )}
    </ActionDialog>
  );
}

function ChangeTerms({ product, onClose }: ProductProps) {
  const t = useTexts();
  const changesBetween = useTermsChanges();
  const [texts, setTexts] = useState<TermsTexts>({
    amount: product.amount,
    days: String(product.days),
    rate: percentOf(product.rate),
    quota: String(product.quota),
    userQuota: String(product.user_quota),
  });
  const { currency_code: code, currency_id, id, state, version } = product;
  const terms = termsOf(texts);
  const changes = terms === null ? [] : changesBetween(shownOf(product), { ...shownOf(product), ...terms });
  return (
    <ActionDialog
      call={savingsCalls.configureProduct}
      title={t('savings.termsTitle', { id, code })}
      confirmLabel={t('savings.terms')}
      needsSecond={false}
      input={terms === null || changes.length === 0 ? null : { id, version, currency_id, ...terms, state }}
      changes={changes}
      fields={fields}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <p>{t('savings.termsHint')}</p>
          <TermsFields texts={texts} unit={code} errorOf={errorOf} onChange={setTexts} />
        </>
      )}
    </ActionDialog>
  );
}

function ChangeState({ product, onClose }: ProductProps) {
  const t = useTexts();
  const changesBetween = useTermsChanges();
  const { amount, currency_code: code, currency_id, days, id, quota, rate, user_quota, version } = product;
  const state = product.state === 'open' ? 'closed' : 'open';
  const action = product.state === 'open' ? 'close' : 'open';
  return (
    <ActionDialog
      call={savingsCalls.configureProduct}
      title={t(`savings.titles.${action}`, { id, code })}
      confirmLabel={t(`savings.${action}`)}
      isDestructive={action === 'close'}
      needsSecond={false}
      input={{ id, version, currency_id, amount, days, rate, quota, user_quota, state }}
      changes={changesBetween(shownOf(product), { ...shownOf(product), state })}
      onClose={onClose}
    >
      <p>{t(`savings.hints.${action}`)}</p>
    </ActionDialog>
  );
}

interface TermsFieldsProps {
  readonly texts: TermsTexts;
  /** The code of the currency, once it is chosen. */
  readonly unit: string | undefined;
  readonly errorOf: ErrorOf;
  readonly onChange: (texts: TermsTexts) => void;
}

function TermsFields({ texts, unit, errorOf, onChange }: TermsFieldsProps) {
  const t = useTexts();
  const terms = readTerms(texts);
  const errorFor = (field: keyof typeof terms, text: string, problem: string): string | null =>
    errorOf(field) ?? (text.trim() === '' || terms[field] !== null ? null : problem);
  const whole = t('entry.whole', { min: 0, max: Number.MAX_SAFE_INTEGER });
  return (
    <>
      <FigureInput
        label={t('savings.fields.amount')}
        description={t('savings.amountHint')}
        {...(unit === undefined ? {} : { unit })}
        value={texts.amount}
        error={errorFor('amount', texts.amount, t('entry.amount'))}
        onChange={(amount) => onChange({ ...texts, amount })}
      />
      <FigureInput
        label={t('savings.fields.days')}
        value={texts.days}
        error={errorFor('days', texts.days, t('entry.whole', { min: 1, max: maxDays }))}
        onChange={(days) => onChange({ ...texts, days })}
      />
      <FigureInput
        label={t('savings.fields.rate')}
        description={t('savings.rateHint')}
        unit="%"
        value={texts.rate}
        error={errorFor('rate', texts.rate, t('savings.rateInvalid'))}
        onChange={(rate) => onChange({ ...texts, rate })}
      />
      <FigureInput
        label={t('savings.fields.quota')}
        description={t('savings.quotaHint')}
        value={texts.quota}
        error={errorFor('quota', texts.quota, whole)}
        onChange={(quota) => onChange({ ...texts, quota })}
      />
      <FigureInput
        label={t('savings.fields.user_quota')}
        description={t('savings.userQuotaHint')}
        value={texts.userQuota}
        error={errorFor('user_quota', texts.userQuota, whole)}
        onChange={(userQuota) => onChange({ ...texts, userQuota })}
      />
    </>
  );
}

/** The complete terms of a form; null while a field is missing or invalid. */
function termsOf(texts: TermsTexts) {
  const { amount, days, quota, rate, user_quota } = readTerms(texts);
  if (amount === null || days === null || rate === null || quota === null || user_quota === null) return null;
  return { amount, days, rate, quota, user_quota };
}

function shownOf({ amount, currency_code, days, quota, rate, state, user_quota }: SavingsProductRow) {
  return { currency_code, amount, days, rate, quota, user_quota, state };
}
