import classes from './counter.module.css';
import desk from './desk.module.css';

interface PinFieldProps {
  /** Name of the desk, which makes the ids of its field. */
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Said below where there is no finger to take instead; false where there is. */
  readonly fingerless: string | false;
}

/** The student's PIN at a desk whose keypad types. */
export function PinField({ id, label, value, onValue, fingerless }: PinFieldProps) {
  return (
    <>
      <label className={desk.label} htmlFor={`${id}-pin`}>
        {label}
      </label>
      <input
        id={`${id}-pin`}
        className={classes.input}
        type="password"
        value={value}
        onChange={(event) => onValue(event.target.value)}
        // The keypad below types; cards are kept out of it by its mark.
        inputMode="none"
        data-card="guarded"
        autoComplete="off"
        name="pin"
        aria-describedby={`${id}-fingerless`}
        required
      />
      <p id={`${id}-fingerless`} className={classes.dim}>
        {fingerless}
      </p>
    </>
  );
}
