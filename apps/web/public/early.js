// Runs before the first paint and before any other script is there. A file of its own: inline scripts are barred.

// So that a dark screen does not flash white.
const device = matchMedia('(prefers-color-scheme: dark)');
function paint() {
  const wanted = localStorage.getItem('mantine-color-scheme-value') ?? 'auto';
  const dark = wanted === 'dark' || (wanted === 'auto' && device.matches);
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';
}
paint();
// A tablet that turns dark in the evening turns the gate dark with it.
device.addEventListener('change', paint);

// Every screen waits for this: it is on its way while the scripts are (lib/config.ts takes it).
window.earlyConfig = fetch('/api/auth/config', { headers: { Accept: 'application/json' } });
// The caller says what failed.
window.earlyConfig.catch(() => undefined);

/** Has the files that a tag of the page names fetched, before the scripts ask for them one after the other. */
function fetchAhead(name) {
  for (const href of document.querySelector(`meta[name="${name}"]`)?.content.split(' ') ?? []) {
    const kind = href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
    // As the bundler asks for them: a file that is asked for in another way is fetched twice.
    const link = Object.assign(document.createElement('link'), kind, { href, crossOrigin: '' });
    document.head.append(link);
  }
}
// As lib/i18n.ts chooses it. The gate's page names none of these.
const language = (localStorage.getItem('language') ?? navigator.language).startsWith('sw') ? 'sw' : 'en';
fetchAhead(`texts-${language}`);
// The frame is around every screen but the sign-in screen, which fetches it once it stands.
if (location.pathname.startsWith('/app/')) fetchAhead('frame');
// The list that is opened most comes with its own; the page names those of no other screen.
if (location.pathname === '/app/student.view') {
  fetchAhead('student.view');
  fetchAhead(`student.view-${language}`);
}

/** A script that did not come before any screen was drawn is told of: the placeholder alone would stand for ever. */
function sayStuck() {
  const placeholder = document.querySelector('#root > .arriving');
  if (!placeholder) return;
  const [message, act] =
    language === 'sw'
      ? ['Ukurasa haukuweza kupakiwa. Kagua mtandao wako.', 'Pakia upya']
      : ['The page could not be loaded. Check your network.', 'Load again'];
  const box = document.createElement('main');
  box.setAttribute('role', 'alert');
  box.style.cssText = 'margin: 30vh 1rem; text-align: center; font: 1rem system-ui';
  const button = document.createElement('button');
  button.textContent = act;
  button.style.cssText = 'display: block; margin: 1rem auto; padding: 1rem; font: inherit';
  button.onclick = () => location.reload();
  box.append(message, button);
  placeholder.replaceWith(box);
}
// A script's failure is heard at its own tag, and so by whoever listens on the way there.
addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && sayStuck(), true);
// A part that a script fetches: in the words of Chromium, Firefox, Safari (twice) and the bundler. Whatever else fails beside it keeps no screen from coming.
const MISSING =
  /dynamically imported module|Importing a module script failed|valid JavaScript MIME type|Unable to preload CSS/;
addEventListener('unhandledrejection', ({ reason }) => MISSING.test(reason?.message) && sayStuck());
// The first script gives up (main.tsx, gate.tsx).
addEventListener('start-failed', sayStuck);
