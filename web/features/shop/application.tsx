import { p2pLimits, shopApply, type MerchantCondition, type ShopInfo } from '@bourse/contract/p2p';
import { maskedNumber } from '@bourse/contract/payments';
import { IconCheck, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { compareDecimals } from '../../live/decimal.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { ErrorState } from '../../ui/states.tsx';
import { noFigure } from '../../ui/figures.ts';
import { useAmount } from '../../ui/use-amount.ts';
import { Card, Facts } from './card.tsx';
import { LeaveButton } from './leave-button.tsx';
import { useBalance, useOwnMethods, useShopAction } from './shop-reads.ts';
import { MerchantMark } from './state-mark.tsx';
import { WordsField } from './words-field.tsx';
import classes from './shop.module.css';

interface ShopProps {
  readonly shop: ShopInfo;
}

/** The application of a user who is no merchant: its state, and the form with what it needs. */
export function Application({ shop }: ShopProps) {
  const { t } = useTranslation();
  if (shop.state === 'pending') return <Pending shop={shop} />;
  return (
    <div className={classes.columns}>
      <Card title={t('shop.apply')} note={shop.state !== 'none' && <MerchantMark state={shop.state} />}>
        {shop.state === 'rejected' && <p className={classes.notice}>{t('shop.rejectedText')}</p>}
        {shop.words !== '' && <p className={classes.words}>{shop.words}</p>}
        <p className={classes.lead}>{t('shop.applyLead')}</p>
        <ApplicationForm shop={shop} />
      </Card>
      <Requirements shop={shop} />
    </div>
  );
}

function Pending({ shop }: ShopProps) {
  const { t } = useTranslation();
  const amount = useAmount();
  return (
    <Card title={shop.name} note={<MerchantMark state="pending" />}>
      <p className={classes.lead}>{t('shop.pendingText')}</p>
      <Facts facts={[[t('shop.bond'), amount(shop.bond.held, shop.bond.currency.code)]]} />
      <div className={classes.buttons}>
        <LeaveButton isPending />
      </div>
    </Card>
  );
}

/** The conditions, and where each can be met. */
function Requirements({ shop: { bond, conditions } }: ShopProps) {
  const { t } = useTranslation();
  const amount = useAmount();
  const balance = useBalance(bond.currency.id);
  const hasBond = balance !== null && compareDecimals(balance, bond.needed) >= 0;
  const links: Readonly<Record<MerchantCondition, ReactNode>> = {
    verified: <Link to="/personal/authentication">{t('p2p.verify')}</Link>,
    phone: (
      <Link to="/bindAccount" search={{ type: 'mobile' }}>
        {t('shell.bindAccount')}
      </Link>
    ),
    second_factor: <Link to="/personal/accountSettings">{t('shell.accountSettings')}</Link>,
    no_lost_appeal: null,
    bond: (
      <Link to="/assets/transfer" search={{ currency: bond.currency.code, from: 'change_account' }}>
        {t('p2p.transfer')}
      </Link>
    ),
  };
  return (
    <Card title={t('p2p.requires')}>
      <ul className={classes.conditions}>
        {conditions.map(({ met, name }) => {
          // The bond is held with the application; until then the balance decides.
          const isMet = met === 1 || (name === 'bond' && hasBond);
          return (
            <li key={name} data-met={isMet}>
              {isMet ? (
                <IconCheck size={16} stroke={2} aria-hidden="true" />
              ) : (
                <IconX size={16} stroke={2} aria-hidden="true" />
              )}
              <span>
                {name === 'bond'
                  ? t('shop.conditions.bond', { amount: amount(bond.needed, bond.currency.code) })
                  : t(`shop.conditions.${name}`)}
                <span className={classes.below}>
                  {isMet ? t('shop.met') : t('shop.notMet')} {!isMet && links[name]}
                </span>
                {name === 'bond' && (
                  <span className={classes.below}>
                    {t('p2p.balance', { amount: balance === null ? noFigure : amount(balance, bond.currency.code) })}
                  </span>
                )}
              </span>
            </li>
          );
        })}
      </ul>
      <p className={classes.quiet}>{t('shop.bondText')}</p>
    </Card>
  );
}

/** The shortest name and description that the server accepts, in characters. */
const least = { name: 2, words: 10 } as const;

function ApplicationForm({ shop }: ShopProps) {
  const { t } = useTranslation();
  const own = useOwnMethods();
  const [name, setName] = useState(shop.name);
  const [chosen, setChosen] = useState('');
  const [words, setWords] = useState('');
  const [asked, setAsked] = useState(false);
  const apply = useShopAction(shopApply, () => undefined);
  const methods = (own.data?.data.methods ?? []).filter(({ offered }) => offered === 1);
  const method = methods.find(({ id }) => String(id) === chosen);
  const errors = {
    name: name.trim().length < least.name ? t('shop.enterName') : null,
    method: method === undefined ? t('p2p.chooseMethod') : null,
    words: words.trim().length < least.words ? t('shop.enterWords') : null,
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (apply.busy) return;
    setAsked(true);
    if (method === undefined || errors.name !== null || errors.words !== null) {
      focusFirstError(event.currentTarget);
      return;
    }
    apply.run({ name: name.trim(), method: method.id, words: words.trim() });
  };
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <Field label={t('shop.name')} hint={t('shop.nameHint')} error={asked ? errors.name : null}>
        {(control) => (
          <input
            {...control}
            name="name"
            value={name}
            maxLength={p2pLimits.name}
            autoComplete="off"
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label={t('shop.method')} error={asked ? errors.method : null}>
        {(control) => (
          <select {...control} value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
            <option value="" disabled>
              {t('p2p.chooseMethod')}
            </option>
            {methods.map(({ code, id, name: type, raw_data: data }) => (
              <option key={id} value={String(id)}>
                {`${type} ${maskedNumber(code, data)}`}
              </option>
            ))}
          </select>
        )}
      </Field>
      {own.data === undefined && own.isError && <ErrorState onRetry={() => void own.refetch()} />}
      <Link to="/personal/collectionSettings" className={classes.link}>
        {t('p2p.addMethod')}
      </Link>
      <WordsField
        label={t('shop.words')}
        hint={t('shop.wordsHint')}
        value={words}
        error={asked ? errors.words : null}
        onChange={setWords}
      />
      <p className={classes.refusal} role="alert">
        {apply.refusal}
      </p>
      <Button type="submit" size="touch" className={classes.submit} aria-busy={apply.busy} aria-disabled={apply.busy}>
        {t('shop.send')}
      </Button>
    </form>
  );
}
