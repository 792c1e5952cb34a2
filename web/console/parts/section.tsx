import { useId, type ReactNode } from 'react';
import classes from './section.module.css';

interface SectionProps {
  readonly title: string;
  /** Controls beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A titled part of a screen that scrolls as a whole. */
export function Section({ title, actions, children }: SectionProps) {
  const titleId = useId();
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <div className={classes.head}>
        <h2 id={titleId} className={classes.title}>
          {title}
        </h2>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** Sections beside each other where the window is wide enough. */
export function Sections({ children }: { readonly children: ReactNode }) {
  return <div className={classes.sections}>{children}</div>;
}

interface PlainTableProps<Row> {
  readonly caption: string;
  readonly heads: readonly string[];
  /** The heads of columns of numbers, which are right-aligned. */
  readonly figures?: readonly string[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly renderCells: (row: Row) => readonly ReactNode[];
}

/** A short table without controls. A list that can be long is a `ConsoleTable`. */
export function PlainTable<Row>({ caption, heads, figures = [], rows, rowKey, renderCells }: PlainTableProps<Row>) {
  const isFigure = (head: string | undefined): boolean => head !== undefined && figures.includes(head);
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" data-figure={isFigure(head)}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {renderCells(row).map((cell, at) => (
                <td key={heads[at]} data-figure={isFigure(heads[at])}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
