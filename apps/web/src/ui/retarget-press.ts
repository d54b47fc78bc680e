/** Controls: what a person presses. */
const CONTROLS = [
  ...['a[href]', 'button', 'input', 'label', 'summary'],
  ...['button', 'checkbox', 'combobox', 'link', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'option', 'radio'].map(
    (role) => `[role=${role}]`,
  ),
  // Rows of a list that open a record.
  ...['[role=switch]', '[role=tab]', '[data-opens]'],
].join();
/** Farther than this in pixels, and a press has been drawn away on purpose: a hand that holds still moves less. */
const STILL = 10;

interface Press {
  readonly control: Element;
  /** The innermost element below the pointer. */
  readonly target: Element;
  /** The control's own words, which say what it does and for whom. */
  readonly words: string;
  /** Record that it acts on (`data-of`), where its place is taken by one after the other. */
  readonly of: string | null;
  readonly x: number;
  readonly y: number;
  readonly isMouse: boolean;
}

/**
 * Gives a press to the control on which it began, though the page has moved that control away before the press ended: a notice came above
 * it, or a field that was left says what is wrong. The browser would give it to nobody, or on a touch screen to whatever has come to lie
 * there. Nothing is done where the pointer was drawn away, nor where the control has gone, is off, says something else by now or
 * lies below something other than a notice. A press on what acts on another record by now (`data-of`) does nothing at all: the next child is
 * not let out in the place of the one before. Answers how to stop.
 */
export function retargetPresses(): () => void {
  const ends = new AbortController();
  const { signal } = ends;
  const listen = <Type extends keyof WindowEventMap>(type: Type, heard: (event: WindowEventMap[Type]) => void) =>
    window.addEventListener(type, heard, { capture: true, signal });
  let press: Press | null = null;

  listen('pointerdown', (event) => {
    press = event.isPrimary && event.button === 0 ? pressOf(event) : null;
  });
  listen('pointercancel', () => {
    press = null;
  });
  listen('pointerup', (event) => {
    const ended = press;
    if (!ended) return;
    if (Math.hypot(event.clientX - ended.x, event.clientY - ended.y) > STILL) press = null;
    // A mouse's click follows within the same task, where there is one; a finger's comes later.
    else if (ended.isMouse)
      setTimeout(() => {
        if (press === ended) giveTo(ended, event);
        if (press === ended) press = null;
      });
  });
  listen('click', (event) => {
    // Keys click too, and so does a script.
    if (!press || !event.isTrusted || event.detail === 0) return;
    const ended = press;
    press = null;
    if (event.composedPath().includes(ended.control)) {
      if (ended.control.getAttribute('data-of') !== ended.of) drop(event);
      return;
    }
    // Nobody has pressed what lies there now, whether or not what was pressed is still to be had.
    if (giveTo(ended, event) || isOnAnother(event.target, ended)) drop(event);
  });
  return () => ends.abort();
}

function drop(event: MouseEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** True for a control that says something else than the one that was pressed; one that has been drawn anew says the same. */
function isOnAnother(target: EventTarget | null, { words }: Press): boolean {
  const control = target instanceof Element ? target.closest(CONTROLS) : null;
  return control !== null && wordsOf(control) !== words;
}

function pressOf({ target, clientX: x, clientY: y, pointerType }: PointerEvent): Press | null {
  const control = target instanceof Element ? target.closest(CONTROLS) : null;
  if (!control) return null;
  const of = control.getAttribute('data-of');
  return { control, target: target as Element, words: wordsOf(control), of, x, y, isMouse: pointerType === 'mouse' };
}

/** Clicks what was pressed, if it has moved away; true if so. */
function giveTo({ control, target, words, x, y }: Press, event: MouseEvent): boolean {
  if (control.matches(':disabled, [aria-disabled=true]') || wordsOf(control) !== words) return false;
  const { left, right, top, bottom } = control.getBoundingClientRect();
  if (right <= left) return false;
  // Not moved: something has come to lie above it.
  if (x >= left && x <= right && y >= top && y <= bottom) return false;
  if (!isReached(control, x, y)) return false;
  const { ctrlKey, metaKey, shiftKey, altKey } = event;
  (target.isConnected ? target : control).dispatchEvent(
    new MouseEvent('click', {
      ...{ bubbles: true, cancelable: true, composed: true, view: window, detail: 1, clientX: x, clientY: y },
      ...{ ctrlKey, metaKey, shiftKey, altKey },
    }),
  );
  return true;
}

/**
 * True if nothing lies above the middle of it but a notice in a corner, which has come by itself. Nothing of what has gone stands at its
 * place, which is the corner of the page.
 */
function isReached(control: Element, x: number, y: number): boolean {
  const { left, right, top, bottom } = control.getBoundingClientRect();
  const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  if (!there || control.contains(there) || there.contains(control)) return true;
  const notice = there.closest('[role=status], [role=alert]');
  // One that lies above the pointer too covers the page.
  return notice !== null && !notice.contains(document.elementFromPoint(x, y));
}

function wordsOf(control: Element): string {
  const attributes = ['aria-label', 'href', 'data-of'].map((name) => control.getAttribute(name));
  return [...attributes, control.textContent].join('\n');
}
