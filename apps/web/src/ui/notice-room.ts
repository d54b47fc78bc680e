/** Custom properties of the document: how high the notices are, and how much room they have above the screen. */
const NOW = '--mfuko-notices';
const ROOM = '--mfuko-notice-room';
const ACTS = ['click', 'keydown'] as const;

/**
 * Keeps room for the notices, so that they lie on nothing that is to be read or pressed: below the menu, or above a screen that has none beside
 * it. Room above a screen is given back with the next press or key, once that has reached what it was for: by itself nothing moves under a finger
 * that is on its way.
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
  const giveBack = () => void setTimeout(() => say(notices.offsetHeight));
  const observer = new ResizeObserver(measure);
  observer.observe(notices);
  measure();
  window.addEventListener('resize', measure);
  for (const act of ACTS) window.addEventListener(act, giveBack);
  return () => {
    observer.disconnect();
    window.removeEventListener('resize', measure);
    for (const act of ACTS) window.removeEventListener(act, giveBack);
    page.style.removeProperty(NOW);
    say(0);
  };
}

/** As in AppLayout.module.css. */
function hasMenuBeside(): boolean {
  return !window.matchMedia('(max-width: 62em)').matches && document.querySelector('[data-lean]') === null;
}
