import classes from './RowCheckbox.module.css';

interface RowCheckboxProps {
  readonly label: string;
  readonly checked: boolean;
  /** True where only some of the rows that the box represents are selected; omitted where it represents one row. */
  readonly mixed?: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Checkbox that selects a row. Mantine's own consists of five elements and two contexts, which is noticeably slow in a thousand rows. */
export function RowCheckbox({ label, checked, mixed, onChange }: RowCheckboxProps) {
  return (
    <input
      type="checkbox"
      // The indeterminate state exists only as a DOM property.
      ref={mixed === undefined ? undefined : (box) => void (box && Object.assign(box, { indeterminate: mixed }))}
      className={classes.box}
      aria-label={label}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
