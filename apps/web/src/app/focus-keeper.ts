/**
 * Keeps the keyboard on the screen: where what had the focus is taken away and nothing else takes it, the screen's title gets it. Answers
 * how to stop.
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
    if (document.querySelector('[role=dialog], [role=alertdialog]')) return;
    last = null;
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  };
  const watch = new MutationObserver(look);
  document.addEventListener('focusin', remember);
  watch.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', remember);
    watch.disconnect();
  };
}
