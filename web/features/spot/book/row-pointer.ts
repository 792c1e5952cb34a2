import { useEffect, useEffectEvent, type RefObject } from 'react';

/** Pointer events on a row, identified by the `data-row` of its button. */
export interface RowPointer {
  readonly press: (row: string, event: MouseEvent) => void;
  readonly enter?: (row: string, element: Element) => void;
  readonly leave?: () => void;
}

/**
 * Makes the whole row trigger its button, with one listener on the list. Stretching each button over its row instead
 * would add a layer per row that is repainted with every change.
 */
export function useRowPointer(list: RefObject<HTMLElement | null>, { press, enter, leave }: RowPointer): void {
  const pressed = useEffectEvent(press);
  const pointed = useEffectEvent((row: string, element: Element) => enter?.(row, element));
  const left = useEffectEvent(() => leave?.());
  useEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    let entered: Element | null = null;
    const onClick = (event: MouseEvent): void => {
      const at = rowAt(event);
      if (at !== null) pressed(at.row, event);
    };
    const onLeave = (): void => {
      if (entered === null) return;
      entered = null;
      left();
    };
    const onOver = (event: PointerEvent): void => {
      if (event.pointerType === 'touch') return;
      const at = rowAt(event);
      if (at === null) return onLeave();
      if (at.element === entered) return;
      entered = at.element;
      pointed(at.row, at.element);
    };
    element.addEventListener('click', onClick);
    element.addEventListener('pointerover', onOver);
    element.addEventListener('pointerleave', onLeave);
    return () => {
      element.removeEventListener('click', onClick);
      element.removeEventListener('pointerover', onOver);
      element.removeEventListener('pointerleave', onLeave);
    };
  }, [list]);
}

function rowAt({ target }: Event): { readonly row: string; readonly element: Element } | null {
  const element = target instanceof Element ? target.closest('tr') : null;
  const row = element?.querySelector('[data-row]')?.getAttribute('data-row');
  return element === null || row === null || row === undefined ? null : { row, element };
}
