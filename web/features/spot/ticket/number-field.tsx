import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDecimalField } from '../../../ui/use-decimal-field.ts';
import classes from './number-field.module.css';

interface NumberFieldProps {
  readonly label: string;
  readonly unit: string;
  /** A plain decimal or the beginning of one. */
  readonly value: string;
  readonly decimals: number;
  readonly error: string | null;
  readonly onChange: (value: string) => void;
  /** Steps up, or down when negative; without it the field has no steps. */
  readonly onStep?: (steps: number) => void;
  /** Content at the end of the label's line. */
  readonly aside?: ReactNode;
  /** Shown below the field while there is no error. */
  readonly hint?: FieldHint | null;
  /** Placed beside another field: without unit, and with the step buttons stacked. */
  readonly narrow?: boolean;
  /**
   * Whether the user entered the value, it follows from another field (`follows`), or it cannot be edited (`fixed`).
   */
  readonly origin?: 'entered' | 'follows' | 'fixed';
}

export interface FieldHint {
  readonly text: string;
  readonly warns: boolean;
}

/** An input for an exact number. The wheel and the arrow keys step it; pasted text may have either decimal notation. */
export function NumberField(props: NumberFieldProps) {
  const { label, unit, onStep, aside, hint = null, narrow = false, origin = 'entered' } = props;
  const { t } = useTranslation();
  const { input, error } = useDecimalField(props);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useWheel(field, onStep);

  const step = (event: KeyboardEvent): void => {
    if (onStep === undefined || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onStep((event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 1));
  };

  return (
    <div className={classes.field}>
      <div className={classes.top}>
        <label className={classes.label} htmlFor={id}>
          {label}
        </label>
        {aside}
      </div>
      <div className={classes.frame} data-invalid={error !== null} data-origin={origin} data-narrow={narrow}>
        <input
          {...input}
          ref={field}
          id={id}
          className={classes.input}
          readOnly={origin === 'fixed'}
          aria-invalid={error !== null}
          aria-describedby={`${id}-note`}
          onKeyDown={step}
        />
        <span className={classes.unit}>{unit}</span>
        {onStep !== undefined && (
          <span className={classes.steps}>
            <button
              type="button"
              tabIndex={-1}
              aria-label={`${label}: ${t('trade.stepDown')}`}
              onClick={() => onStep(-1)}
            >
              <IconMinus size={14} stroke={2} aria-hidden="true" />
            </button>
            <button type="button" tabIndex={-1} aria-label={`${label}: ${t('trade.stepUp')}`} onClick={() => onStep(1)}>
              <IconPlus size={14} stroke={2} aria-hidden="true" />
            </button>
          </span>
        )}
      </div>
      <p id={`${id}-note`} className={classes.note}>
        {error !== null && (
          <span className={classes.error} title={error}>
            {error}
          </span>
        )}
        {error === null && hint !== null && (
          <span className={hint.warns ? classes.warning : classes.hint} title={hint.text}>
            {hint.text}
          </span>
        )}
      </p>
    </div>
  );
}

/** Steps the focused field with the wheel, without scrolling the page. */
function useWheel(
  field: React.RefObject<HTMLInputElement | null>,
  onStep: ((steps: number) => void) | undefined,
): void {
  const turned = useEffectEvent((event: WheelEvent): void => {
    if (onStep === undefined || document.activeElement !== field.current) return;
    event.preventDefault();
    onStep(event.deltaY < 0 ? 1 : -1);
  });
  useEffect(() => {
    const input = field.current;
    const turn = (event: WheelEvent): void => turned(event);
    input?.addEventListener('wheel', turn, { passive: false });
    return () => input?.removeEventListener('wheel', turn);
  }, [field]);
}
