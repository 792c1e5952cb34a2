import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

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
export function useRowPointer(list: RefObject<HTMLElement | null>, pointer: RowPointer): void {
  const latest = useRef(pointer);
  useLayoutEffect(() => {
    latest.current = pointer;
  }, [pointer]);
  useEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    let entered: Element | null = null;
    const onClick = (event: MouseEvent): void => {
      const at = rowAt(event);
      if (at !== null) latest.current.press(at.row, event);
    };
    const leave = (): void => {
      if (entered === null) return;
      entered = null;
      latest.current.leave?.();
    };
    const onOver = (event: PointerEvent): void => {
      if (event.pointerType === 'touch') return;
      const at = rowAt(event);
      if (at === null) return leave();
      if (at.element === entered) return;
      entered = at.element;
      latest.current.enter?.(at.row, at.element);
    };
    element.addEventListener('click', onClick);
    element.addEventListener('pointerover', onOver);
    element.addEventListener('pointerleave', leave);
    return () => {
      element.removeEventListener('click', onClick);
      element.removeEventListener('pointerover', onOver);
      element.removeEventListener('pointerleave', leave);
    };
  }, [list]);
}

function rowAt({ target }: Event): { readonly row: string; readonly element: Element } | null {
  const element = target instanceof Element ? target.closest('tr') : null;
  const row = element?.querySelector('[data-row]')?.getAttribute('data-row');
  return element === null || row === null || row === undefined ? null : { row, element };
}
