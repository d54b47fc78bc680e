/**
 * Keeps the keyboard focus on the screen: when the focused element is removed and nothing else takes the focus, the open dialog or else the
 * screen's title gets it. Returns a function that stops this.
 */
export function keepFocus(): () => void {
  let last: Element | null = null;
  const remember = ({ target }: FocusEvent) => {
    if (target instanceof Element) last = target;
  };
  const look = () => {
    if (!last || last.isConnected || document.activeElement !== document.body) return;
    // Waits two frames, because the element's replacement may take the focus itself.
    requestAnimationFrame(() => requestAnimationFrame(settle));
  };
  const settle = () => {
    if (!last || last.isConnected || document.activeElement !== document.body) return;
    last = null;
    // Elements behind an open dialog cannot take the focus.
    const dialog = [...document.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog]')].at(-1);
    (dialog ?? document.querySelector<HTMLElement>('main h1'))?.focus({ preventScroll: true });
  };
  const watch = new MutationObserver(look);
  document.addEventListener('focusin', remember);
  watch.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', remember);
    watch.disconnect();
  };
}
