import { useTexts } from '../texts/texts.ts';
import { changesBetween, type Change } from './changes.ts';
import classes from './diff.module.css';

interface DiffProps {
  /** JSON values, as the audit log stores them; null before something exists or after it is gone. */
  readonly before: unknown;
  readonly after: unknown;
}

/** The fields that differ between two states. */
export function Diff({ before, after }: DiffProps) {
  return <Changes changes={changesBetween(before, after)} />;
}

/** A table of changed fields with their value before and after. */
export function Changes({ changes }: { readonly changes: readonly Change[] }) {
  const t = useTexts();
  if (changes.length === 0) return <p className={classes.same}>{t('diff.same')}</p>;
  // A state that did not exist before, or does not afterwards, needs no column for its absence.
  const hasBefore = changes.some(({ before }) => before !== null);
  const hasAfter = changes.some(({ after }) => after !== null);
  return (
    <table className={classes.diff}>
      <thead>
        <tr>
          <th scope="col">{t('diff.field')}</th>
          {hasBefore && <th scope="col">{t('diff.before')}</th>}
          {hasAfter && <th scope="col">{t(hasBefore ? 'diff.after' : 'diff.value')}</th>}
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{field}</th>
            {hasBefore && <td className={classes.before}>{before === null ? <Absent /> : <del>{before}</del>}</td>}
            {hasAfter && <td className={classes.after}>{after === null ? <Absent /> : <ins>{after}</ins>}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Absent() {
  const t = useTexts();
  return <i className={classes.same}>{t('diff.absent')}</i>;
}
