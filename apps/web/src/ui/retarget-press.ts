/** Selectors of controls that can be pressed. */
const CONTROLS = [
  ...['a[href]', 'button', 'input', 'label', 'summary'],
  ...['button', 'checkbox', 'combobox', 'link', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'option', 'radio'].map(
    (role) => `[role=${role}]`,
  ),
  // Table rows that open a record.
  ...['[role=switch]', '[role=tab]', '[data-opens]'],
].join();
/** Distance in pixels beyond which a press was dragged away on purpose; a hand that holds still moves less. */
const STILL = 10;

interface Press {
  readonly control: Element;
  /** Innermost element below the pointer. */
  readonly target: Element;
  /** Text of the control, which names its action and its record. */
  readonly words: string;
  /** Record that the control acts on (`data-of`), where the records take turns in the same place. */
  readonly of: string | null;
  readonly x: number;
  readonly y: number;
  readonly isMouse: boolean;
}

/**
 * Delivers a press to the control on which it began, if the page has moved that control before the press ended: a notice appeared above it,
 * or a field showed an error on blur. The browser would deliver the click to no element, or on a touch screen to the element that moved
 * there. Nothing is done where the pointer was dragged, nor where the control was removed, is disabled, has other text by now or is covered
 * by anything but a notice. A press on a control that acts on another record by now (`data-of`) is dropped: the next child must not be let
 * out in place of the previous one. Returns a function that stops this.
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
    // A mouse's click, if there is one, follows in the same task; a touch's follows later.
    else if (ended.isMouse)
      setTimeout(() => {
        if (press === ended) giveTo(ended, event);
        if (press === ended) press = null;
      });
  });
  listen('click', (event) => {
    // Keys and scripts fire click events too.
    if (!press || !event.isTrusted || event.detail === 0) return;
    const ended = press;
    press = null;
    if (event.composedPath().includes(ended.control)) {
      if (ended.control.getAttribute('data-of') !== ended.of) drop(event);
      return;
    }
    // The user did not press the element that is there now, even if the pressed control can no longer be clicked.
    if (giveTo(ended, event) || isOnAnother(event.target, ended)) drop(event);
  });
  return () => ends.abort();
}

function drop(event: MouseEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Returns true for a control with other text than the pressed one; a control that was only rendered again has the same text. */
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

/** Clicks the pressed control, if it has moved; returns true if so. */
function giveTo({ control, target, words, x, y }: Press, event: MouseEvent): boolean {
  if (control.matches(':disabled, [aria-disabled=true]') || wordsOf(control) !== words) return false;
  const { left, right, top, bottom } = control.getBoundingClientRect();
  if (right <= left) return false;
  // The control has not moved: another element covers it.
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
 * Returns true if nothing covers the centre of the control but a notice in a corner, which appeared by itself. A removed control has its
 * rectangle at the corner of the page, and is not found there.
 */
function isReached(control: Element, x: number, y: number): boolean {
  const { left, right, top, bottom } = control.getBoundingClientRect();
  const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  if (!there || control.contains(there) || there.contains(control)) return true;
  const notice = there.closest('[role=status], [role=alert]');
  // A notice that also lies above the pointer covers the page.
  return notice !== null && !notice.contains(document.elementFromPoint(x, y));
}

function wordsOf(control: Element): string {
  const attributes = ['aria-label', 'href', 'data-of'].map((name) => control.getAttribute(name));
  return [...attributes, control.textContent].join('\n');
}
