let pressed = false;

if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => (pressed = true), true);
  for (const end of ['pointerup', 'pointercancel'] as const)
    window.addEventListener(end, () => (pressed = false), true);
}

/**
 * Runs `work` once the press that is under way has become a click, at the earliest after the event that is being handled. What
 * goes away while a button is pressed moves that button from below the finger, and the click is lost. Answers how to call it off.
 */
export function afterPress(work: () => void): () => void {
  const waits = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  // The click follows the end of the press, or on a touch screen the blur, within the same task.
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
