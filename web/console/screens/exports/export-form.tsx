import { TextInput } from '@mantine/core';
import type { ConsoleCall } from '@bourse/contract/console';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { focusFirstError } from '../../../ui/focus-first-error.ts';
import { Section } from '../../parts/section.tsx';
import { useRefusal } from '../../parts/use-refusal.ts';
import { useTexts } from '../../texts/texts.ts';
import { useConsole } from '../../wire/console-context.tsx';
import classes from './export-form.module.css';

export type ExportField = 'from' | 'to' | 'market' | 'user' | 'first' | 'last';

interface ExportFormProps {
  readonly call: ConsoleCall;
  readonly title: string;
  readonly fields: readonly ExportField[];
  /** The name of the file. */
  readonly name: string;
  /** Whether another file is being downloaded. */
  readonly blocked: boolean;
  readonly onRunning: (isRunning: boolean) => void;
}

/** The filter of one file, and its download. */
export function ExportForm({ call, title, fields, name, blocked, onRunning }: ExportFormProps) {
  const t = useTexts();
  const refusalOf = useRefusal();
  const { download } = useConsole();
  const [values, setValues] = useState<Readonly<Partial<Record<ExportField, string>>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [isRunning, setRunning] = useState(false);
  const [tried, setTried] = useState(false);
  const inputs = fields.map((field) => ({ field, value: inputOf(field, values[field] ?? '') }));
  const run = async (): Promise<void> => {
    setProblem(null);
    setRunning(true);
    onRunning(true);
    try {
      const input = Object.fromEntries(inputs.flatMap(({ field, value }) => (value === '' ? [] : [[field, value]])));
      await download(call, input, name);
    } catch (error) {
      setProblem(refusalOf(error) ?? t('exports.failed'));
    } finally {
      setRunning(false);
      onRunning(false);
    }
  };
  return (
    <Section title={title}>
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isRunning || blocked) return;
          setTried(true);
          if (inputs.some(({ value }) => value === null)) focusFirstError(event.currentTarget);
          else void run();
        }}
      >
        <div className={classes.fields}>
          {inputs.map(({ field, value }) => (
            <TextInput
              key={field}
              label={t(`exports.${field}`)}
              type={isTime(field) ? 'datetime-local' : 'text'}
              inputMode={isTime(field) ? undefined : 'numeric'}
              value={values[field] ?? ''}
              error={tried && value === null ? t(isTime(field) ? 'exports.time' : 'exports.number') : null}
              onChange={(event) => {
                const { value: typed } = event.currentTarget;
                setValues((before) => ({ ...before, [field]: typed }));
              }}
            />
          ))}
        </div>
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
        <div>
          <Button type="submit" size="dense" aria-busy={isRunning} aria-disabled={isRunning || blocked}>
            {t(isRunning ? 'exports.running' : 'exports.download')}
          </Button>
        </div>
      </form>
    </Section>
  );
}

function isTime(field: ExportField): boolean {
  return field === 'from' || field === 'to';
}

/** The entered text as the call accepts it: empty for no restriction, null if it is invalid. */
function inputOf(field: ExportField, text: string): string | null {
  if (text.trim() === '') return '';
  if (!isTime(field)) return /^\d{1,15}$/.test(text.trim()) ? text.trim() : null;
  const timeMs = Date.parse(`${text}Z`);
  return Number.isNaN(timeMs) ? null : String(timeMs);
}
