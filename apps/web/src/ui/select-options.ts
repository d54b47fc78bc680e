/** Options of a select; an option that is a plain text is its own label. */
export type Options = readonly (string | { readonly value: string; readonly label: string })[];

/** Returns the label of the chosen option, or an empty text. */
export function labelOf({ data, value }: { readonly data: Options; readonly value: string | null }): string {
  for (const option of data) {
    if (typeof option === 'string' ? option === value : option.value === value)
      return typeof option === 'string' ? option : option.label;
  }
  return '';
}
