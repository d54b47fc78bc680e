import { type Burst, createCardReader } from './card-reader.ts';

type Taker = (number: string) => void;

/** The field that says which student, by number, name or card. */
const BOX = 'input[role=combobox][data-card=takes]';

const takers: Taker[] = [];
const others = new Set<(event: KeyboardEvent) => boolean>();

/** Hears the cards that are scanned while the focus is elsewhere; of several, the last one that asked. Answers how to stop. */
export function takeCards(taker: Taker): () => void {
  takers.push(taker);
  return () => void takers.splice(takers.lastIndexOf(taker), 1);
}

/** Leaves keys to somebody who understands the cards among them; `isTheirs` tells which. Answers how to stop. */
export function leaveKeys(isTheirs: (event: KeyboardEvent) => boolean): () => void {
  others.add(isTheirs);
  return () => void others.delete(isTheirs);
}

/** True for a field that takes digits which no card has: an amount, a quantity, a PIN. */
export function isGuarded(field: unknown): field is HTMLInputElement {
  if (!(field instanceof HTMLInputElement) || field.dataset.card === 'takes') return false;
  const mode = field.getAttribute('inputmode') ?? '';
  // A field with a keypad of its own wants none of the system's, and says so by its mark.
  const digits = mode === 'decimal' || mode === 'numeric' || field.dataset.card === 'guarded';
  return (digits || field.dataset.amount !== undefined) && field.autocomplete !== 'one-time-code';
}

/**
 * Keeps the cards of a wedge reader out of amounts and PINs: its keys are taken out of the field, its Enter submits nothing, and its
 * number goes to whoever takes cards. `onLost` hears of a card that nobody takes, and of keys that may or may not be one.
 */
export function watchCards(onLost: (why: 'nobody' | 'unclear') => void): () => void {
  const reader = createCardReader<Typed>();
  function press(event: KeyboardEvent): void {
    const target = event.target instanceof Element ? event.target : null;
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return reader.reset();
    if ([...others].some((isTheirs) => isTheirs(event))) return reader.reset();
    if (target?.closest('input, textarea, select, [contenteditable]') && !isGuarded(target) && !isBox(target))
      return reader.reset();
    // A button hands its digits on to the student's field.
    const field = target instanceof HTMLInputElement ? target : document.querySelector<HTMLInputElement>(BOX);
    const burst = reader.key(event.key, event.timeStamp, { field, before: field?.value ?? '' });
    if (!burst || (isBox(target) && isItsOwn(target, burst))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // Backwards: a field that lost the focus in between, as a dialog closed, had the first keys.
    for (const typed of burst.places.toReversed()) putBack(typed);
    const taker = takers.at(-1);
    if (burst.card === null) onLost('unclear');
    else if (taker) taker(burst.card);
    else onLost('nobody');
  }
  window.addEventListener('keydown', press, { capture: true });
  return () => window.removeEventListener('keydown', press, { capture: true });
}

/** A key of a reader went into a field that had this text. */
export interface Typed {
  readonly field: HTMLInputElement | null;
  readonly before: string;
}

/**
 * True where the student's field understands the card by itself: not where something was typed there before, nor where the card's Enter would send what was
 * typed for another student.
 */
function isItsOwn(box: HTMLInputElement, { card, places }: Burst<Typed>): boolean {
  if (card === null) return true;
  if (box.value !== card) return false;
  const before = places[0]?.before ?? '';
  return before === '' || before === card || !isHalfTyped(box.form);
}

/** True where an amount, a quantity or a PIN of the form is not empty. */
export function isHalfTyped(form: HTMLFormElement | null | undefined): boolean {
  return [...(form?.elements ?? [])].some((one) => isGuarded(one) && one.value !== '');
}

function isBox(field: Element | null): field is HTMLInputElement {
  return field?.matches(BOX) ?? false;
}

/** Gives a field the text that it had before; React hears it as typing. */
export function putBack({ field, before }: Typed): void {
  if (field === null || field.value === before) return;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, before);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
