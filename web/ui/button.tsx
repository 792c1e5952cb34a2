import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import classes from './button.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: 'accent' | 'buy' | 'sell' | 'danger' | 'plain';
  readonly size?: 'dense' | 'normal' | 'touch';
}

export function Button({ look = 'accent', size = 'normal', className, type = 'button', ...props }: ButtonProps) {
  return (
    <button {...props} type={type} className={classNames(classes.button, classes[look], classes[size], className)} />
  );
}
