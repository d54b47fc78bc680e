import { type Burst, createCardReader } from './card-reader.ts';

type Taker = (number: string) => void;

/** Field that identifies the student, by number, name or card. */
const BOX = 'input[role=combobox][data-card=takes]';

const takers: Taker[] = [];
const others = new Set<(event: KeyboardEvent) => boolean>();

/**
 * Registers a handler for cards that are scanned while the focus is elsewhere; the handler that was registered last gets the card. Returns
 * a function that unregisters the handler.
 */
export function takeCards(taker: Taker): () => void {
  takers.push(taker);
  return () => void takers.splice(takers.lastIndexOf(taker), 1);
}

/**
 * Registers a test for keys that another component handles itself, cards included; `isTheirs` returns true for those keys. Returns a
 * function that unregisters the test.
 */
export function leaveKeys(isTheirs: (event: KeyboardEvent) => boolean): () => void {
  others.add(isTheirs);
  return () => void others.delete(isTheirs);
}

/** Returns true for a field whose digits never come from a card: an amount, a quantity, a PIN. */
export function isGuarded(field: unknown): field is HTMLInputElement {
  if (!(field instanceof HTMLInputElement) || field.dataset.card === 'takes') return false;
  const mode = field.getAttribute('inputmode') ?? '';
  // A field with its own on-screen keypad sets no inputmode, which would open the system's keypad, and is marked by `data-card` instead.
  const digits = mode === 'decimal' || mode === 'numeric' || field.dataset.card === 'guarded';
  return (digits || field.dataset.amount !== undefined) && field.autocomplete !== 'one-time-code';
}

/**
 * Keeps the keystrokes of a keyboard-wedge card reader out of amounts and PINs: the digits are removed from the field, Enter does not
 * submit, and the card's number goes to the registered handler. Calls `onLost` for a card without a handler (`nobody`), and for keys that
 * may or may not be a card (`unclear`).
 */
export function watchCards(onLost: (why: 'nobody' | 'unclear') => void): () => void {
  const reader = createCardReader<Typed>();
  function press(event: KeyboardEvent): void {
    const target = event.target instanceof Element ? event.target : null;
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return reader.reset();
    if ([...others].some((isTheirs) => isTheirs(event))) return reader.reset();
    if (target?.closest('input, textarea, select, [contenteditable]') && !isGuarded(target) && !isBox(target))
      return reader.reset();
    // A button forwards digits that are typed on it to the student's field.
    const field = target instanceof HTMLInputElement ? target : document.querySelector<HTMLInputElement>(BOX);
    const burst = reader.key(event.key, event.timeStamp, { field, before: field?.value ?? '' });
    if (!burst || (isBox(target) && isItsOwn(target, burst))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // Restores in reverse order: when a closing dialog moved the focus during the burst, the first keys went to another field.
    for (const typed of burst.places.toReversed()) putBack(typed);
    const taker = takers.at(-1);
    if (burst.card === null) onLost('unclear');
    else if (taker) taker(burst.card);
    else onLost('nobody');
  }
  window.addEventListener('keydown', press, { capture: true });
  return () => window.removeEventListener('keydown', press, { capture: true });
}

/** Field that received a key of the reader, and the field's text before the key. */
export interface Typed {
  readonly field: HTMLInputElement | null;
  readonly before: string;
}

/**
 * Returns true where the student's field handles the card itself. Returns false where the field contains more than the card, or where it named
 * another student and an amount or PIN is already typed: the card's Enter would submit what was typed for that student.
 */
function isItsOwn(box: HTMLInputElement, { card, places }: Burst<Typed>): boolean {
  if (card === null) return true;
  if (box.value !== card) return false;
  const before = places[0]?.before ?? '';
  return before === '' || before === card || !isHalfTyped(box.form);
}

/** Returns true where an amount, a quantity or a PIN of the form is not empty. */
export function isHalfTyped(form: HTMLFormElement | null | undefined): boolean {
  return [...(form?.elements ?? [])].some((one) => isGuarded(one) && one.value !== '');
}

function isBox(field: Element | null): field is HTMLInputElement {
  return field?.matches(BOX) ?? false;
}

/** Restores the text that a field had before, and fires an input event so that React notices the change. */
export function putBack({ field, before }: Typed): void {
  if (field === null || field.value === before) return;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, before);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
