let pressed = false;

if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => (pressed = true), true);
  for (const end of ['pointerup', 'pointercancel'] as const)
    window.addEventListener(end, () => (pressed = false), true);
}

/**
 * Runs `work` once the current press has become a click, and at the earliest after the current event. An element that disappears during a
 * press would move the pressed button away from the pointer, and the click would be lost. Returns a function that cancels.
 */
export function afterPress(work: () => void): () => void {
  const waits = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  // The click follows in the same task as the end of the press, or on a touch screen as the blur.
  const next = () => {
    waits.abort();
    timer = setTimeout(work);
  };
  if (!pressed) next();
  else
    for (const end of ['pointerup', 'pointercancel'] as const)
      window.addEventListener(end, next, { once: true, capture: true, signal: waits.signal });
  return () => {
    waits.abort();
    clearTimeout(timer);
  };
}
