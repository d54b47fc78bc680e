import { putBack, type Typed } from '../../lib/card-guard.ts';
import { createCardReader } from '../../lib/card-reader.ts';
import type { Lane } from './lane/lane.ts';

/**
 * Holds the keys that a guard types for the next student while a dialog is open, and types them once the dialog has closed; such keys never
 * answer the dialog. A card read meanwhile is held too, and its characters are removed from the dialog's field.
 */
export function holdKeys(dialog: HTMLElement, lane: Pick<Lane, 'ask' | 'card' | 'typeAhead'>): () => void {
  const reader = createCardReader<Typed>();
  /** True after digits for the next student: a following Enter belongs to them, whichever button has the focus. */
  let typing = false;
  function press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target : null;
    const field = target instanceof HTMLInputElement ? target : null;
    const burst = reader.key(event.key, event.timeStamp, { field, before: field?.value ?? '' });
    const card = burst && (burst.card ?? burst.whole);
    if (burst) for (const typed of burst.places.toReversed()) putBack(typed);
    if (card) lane.card(card);
    // A burst of hand-typed and card characters cannot be separated, so all of its keys are dropped.
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
      // A PIN may follow the Tab.
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
  // Listens on the window, not the dialog: a button that its own press removes leaves the focus on no element.
  window.addEventListener('keydown', press, { capture: true });
  dialog.addEventListener('pointerdown', rest);
  return () => {
    window.removeEventListener('keydown', press, { capture: true });
    dialog.removeEventListener('pointerdown', rest);
    lane.ask(false);
  };
}
