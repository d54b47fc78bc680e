/**
 * Keeps the keyboard on the screen: where what had the focus is taken away and nothing else takes it, the open dialog gets it, else the
 * screen's title. Answers how to stop.
 */
export function keepFocus(): () => void {
  let last: Element | null = null;
  const remember = ({ target }: FocusEvent) => {
    if (target instanceof Element) last = target;
  };
  const look = () => {
    if (!last || last.isConnected || document.activeElement !== document.body) return;
    // Whatever comes in its place may take the focus by itself, in its own time.
    requestAnimationFrame(() => requestAnimationFrame(settle));
  };
  const settle = () => {
    if (!last || last.isConnected || document.activeElement !== document.body) return;
    last = null;
    // Behind an open dialog nothing can be gone to.
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
