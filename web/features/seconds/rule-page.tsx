import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAmount } from '../../ui/use-amount.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { ReadingTable } from './reading-table.tsx';
import { useSecondsTexts } from './seconds-texts.ts';
import { signedAmount } from '../../ui/signed-amount.ts';
import { verifyCommand } from './verify-command.ts';
import { workedExample } from './worked-example.ts';
import classes from './rule-page.module.css';

const example = workedExample();
const exampleSymbol = 'BTC/USDT';
const exampleCurrency = 'USDT';

/** The rule of seconds contracts, with an example that the rule's own code computes. */
export function RulePage() {
  const { t } = useTranslation();
  return (
    <article className={classes.page}>
      <header>
        <h1 className={classes.title}>{t('shell.secondRule')}</h1>
        <p className={classes.lead}>{t('seconds.rule.lead', { rule: 'seconds/1' })}</p>
      </header>
      <Section title={t('seconds.strike')}>{t('seconds.rule.strikeText')}</Section>
      <Section title={t('seconds.settlement')}>{t('seconds.rule.settlementText')}</Section>
      <Section title={t('seconds.rule.resultTitle')}>{t('seconds.rule.resultText')}</Section>
      <Section title={t('seconds.rule.voidTitle')}>{t('seconds.rule.voidText')}</Section>
      <Section title={t('seconds.rule.fixedTitle')}>{t('seconds.rule.fixedText')}</Section>
      <Example />
      <section className={classes.section}>
        <h2>{t('seconds.rule.checkTitle')}</h2>
        <p>{t('seconds.rule.checkPage')}</p>
        <p>{t('seconds.rule.checkTerminal')}</p>
        <pre className={classes.command}>
          <code>{verifyCommand('ID')}</code>
        </pre>
      </section>
      <p className={classes.links}>
        <Link to="/second">{t('shell.second')}</Link>
        <Link to="/figures">{t('shell.figures')}</Link>
      </p>
    </article>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h2>{title}</h2>
      <p>{children}</p>
    </section>
  );
}

function Example() {
  const { t } = useTranslation();
  const figures = useFigures();
  const amount = useAmount();
  const texts = useSecondsTexts();
  const { seconds, settlementSeconds, settlement, droppedAtEachEnd: dropped } = example;
  return (
    <section className={classes.section}>
      <h2>{t('seconds.rule.exampleTitle')}</h2>
      <p>
        {t('seconds.rule.exampleIntro', {
          direction: t('seconds.up'),
          symbol: exampleSymbol,
          seconds: figures.trimmed(String(seconds), 0),
          stake: amount(example.stake, exampleCurrency),
          ratio: texts.ratio(example.ratio),
        })}
      </p>
      <ReadingTable caption={t('seconds.strikeWindow')} readings={example.strike} />
      <p>{t('seconds.rule.exampleOpen', { price: texts.price(example.open) })}</p>
      <ReadingTable caption={t('seconds.settlementWindow')} readings={settlement} />
      <p>
        {t('seconds.rule.exampleEnd', {
          seconds: figures.trimmed(String(settlementSeconds), 3),
          ticks: String(settlement.length),
          dropped: String(dropped),
          price: texts.price(example.end),
        })}
      </p>
      <p>
        <strong>
          {t('seconds.rule.exampleResult', {
            result: texts.result({ result: example.result, void_reason: null }),
            amount: `${signedAmount(example.profit, figures)}\u00a0${exampleCurrency}`,
          })}
        </strong>
      </p>
    </section>
  );
}
