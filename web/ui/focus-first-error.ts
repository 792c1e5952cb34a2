/** Focuses the first invalid field once the errors are rendered. */
export function focusFirstError(form: HTMLElement): void {
  requestAnimationFrame(() => {
    const field = form.querySelector('[aria-invalid="true"]');
    if (field instanceof HTMLElement) field.focus();
  });
}
