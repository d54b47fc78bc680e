import { putBack, type Typed } from '../../lib/card-guard.ts';
import { createCardReader } from '../../lib/card-reader.ts';
import type { Lane } from './lane.ts';

/**
 * Keys in a dialog that are meant for the next student, as where somebody types on without looking, answer nothing: they are held, and typed once the
 * dialog is over. The card of the next child is no reason, no code and no press: its keys are taken out again, and it is held too.
 */
export function holdKeys(dialog: HTMLElement, lane: Pick<Lane, 'ask' | 'card' | 'typeAhead'>): () => void {
  const reader = createCardReader<Typed>();
  /** The last keys were digits for the next student: an Enter behind them is theirs, whichever button has the focus. */
  let typing = false;
  function press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target : null;
    const field = target instanceof HTMLInputElement ? target : null;
    const burst = reader.key(event.key, event.timeStamp, { field, before: field?.value ?? '' });
    const card = burst && (burst.card ?? burst.whole);
    if (burst) for (const typed of burst.places.toReversed()) putBack(typed);
    if (card) lane.card(card);
    // Of a hand and a card together.
    else if (burst) lane.typeAhead('');
    else if (!isNextStudents(event.key, target)) return;
    else if (event.key !== ' ') lane.typeAhead(event.key);
    event.preventDefault();
    event.stopPropagation();
  }
  function isNextStudents(key: string, target: Element | null): boolean {
    if (target?.closest('input, select')) return false;
    if (key === 'Tab') {
      typing = false;
      // A PIN may come behind it.
      lane.typeAhead(key);
    } else if (/^\d$/.test(key)) typing = true;
    return key.length === 1 || key === 'Backspace' || key === 'Enter' || /^F[23]$/.test(key)
      ? typing || !(target?.closest('button') && /^(Enter| )$/.test(key))
      : false;
  }
  const rest = () => {
    typing = false;
  };
  lane.ask(true);
  // Not of the dialog: a press that takes its own button away leaves the focus nowhere.
  window.addEventListener('keydown', press, { capture: true });
  dialog.addEventListener('pointerdown', rest);
  return () => {
    window.removeEventListener('keydown', press, { capture: true });
    dialog.removeEventListener('pointerdown', rest);
    lane.ask(false);
  };
}
