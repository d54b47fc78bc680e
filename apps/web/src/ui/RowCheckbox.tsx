import classes from './RowCheckbox.module.css';

interface RowCheckboxProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Selects a row. Mantine's own is five elements and two contexts, which a list of a thousand rows feels. */
export function RowCheckbox({ label, checked, onChange }: RowCheckboxProps) {
  return (
    <input
      type="checkbox"
      className={classes.box}
      aria-label={label}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
