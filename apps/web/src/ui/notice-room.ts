/** Custom properties of the document: the height of the notices, and the room that they have above the screen. */
const NOW = '--mfuko-notices';
const ROOM = '--mfuko-notice-room';
const ACTS = ['click', 'keydown', 'pointerup'] as const;
/** Longer than the interval of a double tap, so that both taps hit the same element. */
const TAP_PAUSE_MS = 400;

/**
 * Reserves room for the notices, so that they cover nothing that is to be read or pressed: below the menu, or above a screen without a menu
 * beside it. Room above a screen is released after the next click or key, once it has been handled: otherwise the content would move while
 * a finger is on its way to it.
 */
export function makeRoom(notices: HTMLElement): () => void {
  const { documentElement: page } = document;
  let room = 0;
  const say = (height: number) => {
    room = height;
    page.style.setProperty(ROOM, `${height}px`);
    if (height > 0) page.dataset.notices = hasMenuBeside() ? 'beside' : 'above';
    else delete page.dataset.notices;
  };
  const measure = () => {
    const height = notices.offsetHeight;
    page.style.setProperty(NOW, `${height}px`);
    say(Math.max(room, height));
  };
  let giving: ReturnType<typeof setTimeout> | undefined;
  const wait = () => clearTimeout(giving);
  const giveBack = () => {
    wait();
    giving = setTimeout(() => say(notices.offsetHeight), TAP_PAUSE_MS);
  };
  const observer = new ResizeObserver(measure);
  observer.observe(notices);
  measure();
  window.addEventListener('resize', measure);
  for (const act of ACTS) window.addEventListener(act, giveBack);
  window.addEventListener('pointerdown', wait);
  return () => {
    observer.disconnect();
    window.removeEventListener('resize', measure);
    for (const act of ACTS) window.removeEventListener(act, giveBack);
    window.removeEventListener('pointerdown', wait);
    wait();
    page.style.removeProperty(NOW);
    say(0);
  };
}

/** Same condition as in AppLayout.module.css. */
function hasMenuBeside(): boolean {
  return !window.matchMedia('(max-width: 62em)').matches && document.querySelector('[data-lean]') === null;
}
