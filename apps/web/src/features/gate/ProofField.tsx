import { IconFingerprint } from '@tabler/icons-react';
import { useTranslation } from '../../lib/i18n.ts';
import { pictureSource } from '../../lib/scanner/messages.ts';
import { keepFocus } from '../../school/desk/Keypad.tsx';
import classes from './Entry.module.css';
import type { Entry } from './lane/entry.ts';
import type { Lane } from './lane/lane.ts';
import type { By } from './screens.ts';
import { focusEntry } from './useGate.ts';

interface ProofFieldProps {
  readonly lane: Lane;
  readonly entry: Entry;
  readonly by: By;
  readonly onRescan: () => void;
}

/** Field of the PIN, or picture of the finger. */
export function ProofField({ lane, entry, by, onRescan }: ProofFieldProps) {
  const { t } = useTranslation('gate');
  return by === 'pin' ? (
    <label className={classes.field}>
      <span className={classes.label}>{t('entry.pin')}</span>
      <input
        className={classes.input}
        type="password"
        value={entry.pin}
        onChange={(event) => lane.typePin(event.target.value)}
        onFocus={() => lane.focus('pin')}
        onBlur={comeBack}
        data-active={entry.field === 'pin' || undefined}
        inputMode="none"
        // Keeps password managers from offering to save a child's PIN.
        autoComplete="one-time-code"
        name="checkPin"
      />
    </label>
  ) : (
    <button
      type="button"
      className={classes.finger}
      data-scanned={entry.finger ? true : undefined}
      aria-label={`${t(entry.finger ? 'entry.hasFinger' : 'entry.noFinger')}. ${t('entry.rescan')}`}
      title={t('entry.rescan')}
      onMouseDown={keepFocus}
      onClick={onRescan}
    >
      {entry.finger ? (
        <img src={pictureSource(entry.finger)} alt="" />
      ) : (
        <IconFingerprint size={40} stroke={1.25} aria-hidden />
      )}
    </button>
  );
}

/** Returns the focus to the field unless another element has taken it. */
export function comeBack(): void {
  setTimeout(() => {
    if (document.activeElement === document.body && !document.querySelector('dialog[open]')) focusEntry();
  });
}
