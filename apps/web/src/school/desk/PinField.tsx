import classes from './counter.module.css';
import desk from './desk.module.css';

interface PinFieldProps {
  /** Name of the desk, which prefixes the ids of the field. */
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Text below the field where no finger can be taken instead; false where one can. */
  readonly fingerless: string | false;
}

/** Field for the student's PIN at a desk with a keypad. */
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
        // The keypad below types digits; `data-card` keeps cards out of the field.
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
