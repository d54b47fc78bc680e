import classes from './RowCheckbox.module.css';

interface RowCheckboxProps {
  readonly label: string;
  readonly checked: boolean;
  /** Mixed: some of what it stands for is selected; left out where it stands for one row. */
  readonly mixed?: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Selects a row. Mantine's own is five elements and two contexts, which a list of a thousand rows feels. */
export function RowCheckbox({ label, checked, mixed, onChange }: RowCheckboxProps) {
  return (
    <input
      type="checkbox"
      // The browser knows it by a property alone.
      ref={mixed === undefined ? undefined : (box) => void (box && Object.assign(box, { indeterminate: mixed }))}
      className={classes.box}
      aria-label={label}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
