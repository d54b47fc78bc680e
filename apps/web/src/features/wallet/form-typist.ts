/** Held keys that are typed into the form of a desk. */
interface KeySource {
  /** Removes the keys up to an Enter, and returns them; keys may arrive meanwhile. */
  takeLine(): string;
  isEmpty(): boolean;
  /** Receives a synthetic Enter before its dispatch. */
  onEnter(enter: KeyboardEvent): void;
}

/** Types held lines as far as the form follows: number, Enter, amount, Enter. A PIN or finger is then asked for. */
export async function typeIntoForm(keys: KeySource): Promise<void> {
  await drawn();
  const number = numberField();
  if (!number) return;
  if (!(await typeLine(number, keys))) return;
  const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
  keys.onEnter(enter);
  number.dispatchEvent(enter);
  await drawn();
  const amount = document.activeElement;
  if (keys.isEmpty() || !(amount instanceof HTMLInputElement) || amount.dataset.amount === undefined) return;
  const isEndOfAmount = await typeLine(amount, keys);
  const pin = isEndOfAmount && amount.form?.querySelector<HTMLInputElement>('[name=pin]');
  // A PIN is never typed from held keys: the line may be another number, and would count as a try for this student.
  if (pin) pin.focus();
  else if (isEndOfAmount) amount.form?.requestSubmit();
  await drawn();
}

/** Returns true for a target in the form of the desk. */
export function isInForm(target: EventTarget | null): boolean {
  return target instanceof Node && numberField()?.form?.contains(target) === true;
}

/** Types keys up to an Enter, with keys that arrive meanwhile; returns true where an Enter ended the line. */
async function typeLine(into: HTMLInputElement, keys: KeySource): Promise<boolean> {
  let text = '';
  do {
    text += keys.takeLine();
    type(into, text.trimEnd());
    await drawn();
  } while (!text.endsWith('\n') && !keys.isEmpty());
  return text.endsWith('\n');
}

/** Sets the field's text in such a way that React handles it as input. */
function type(into: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(into, text);
  into.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Resolves once React has rendered. */
const drawn = () => new Promise((go) => setTimeout(go));

const numberField = () => document.querySelector<HTMLInputElement>('form [name=admissionNumber]');
