import type { UseFormReturnType } from '@mantine/form';

/** Moves the focus to the first invalid field. Returns true if the field took it. */
export function goToFirst<Values extends Record<string, unknown>>(
  form: Pick<UseFormReturnType<Values>, 'getInputNode'>,
  errors: Readonly<Record<string, unknown>>,
): boolean {
  const first = asTheyStand(form, errors).map((field) => form.getInputNode(field))[0];
  first?.focus();
  return first !== undefined && document.activeElement === first;
}

/** Returns the fields with an error in their order on the screen; fields that are not on the screen come last. */
export function asTheyStand<Values extends Record<string, unknown>>(
  form: Pick<UseFormReturnType<Values>, 'getInputNode'>,
  errors: Readonly<Record<string, unknown>>,
): string[] {
  const named = Object.keys(errors).filter((field) => errors[field]);
  const placed = named.map((field) => ({ field, node: form.getInputNode(field) }));
  return placed
    .toSorted(({ node: one }, { node: other }) => {
      if (!one || !other) return Number(!one) - Number(!other);
      return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
    })
    .map(({ field }) => field);
}
