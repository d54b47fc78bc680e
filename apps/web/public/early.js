// Runs before the first paint and all other scripts. A separate file, because the policy blocks inline scripts.

// Prevents a white flash on a dark screen.
const device = matchMedia('(prefers-color-scheme: dark)');
function paint() {
  const wanted = localStorage.getItem('mantine-color-scheme-value') ?? 'auto';
  const dark = wanted === 'dark' || (wanted === 'auto' && device.matches);
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';
}
paint();
// Follows a tablet that switches to dark in the evening.
device.addEventListener('change', paint);

// All screens wait for this, so it is prefetched (lib/config.ts takes it).
window.earlyConfig = fetch('/api/auth/config', { headers: { Accept: 'application/json' } });
// The caller reports the error.
window.earlyConfig.catch(() => undefined);

/** Preloads the files of a meta tag, before scripts request them one by one. */
function fetchAhead(name) {
  for (const href of document.querySelector(`meta[name="${name}"]`)?.content.split(' ') ?? []) {
    const kind = href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
    // The same mode as the bundler's: otherwise a file is fetched twice.
    const link = Object.assign(document.createElement('link'), kind, { href, crossOrigin: '' });
    document.head.append(link);
  }
}
// As lib/i18n.ts chooses it. The gate's page has no such tags.
const language = (localStorage.getItem('language') ?? navigator.language).startsWith('sw') ? 'sw' : 'en';
fetchAhead(`texts-${language}`);
// The frame surrounds all screens but the sign-in, which loads it later.
if (location.pathname.startsWith('/app/')) fetchAhead('frame');
// The list that is opened most has its own files; no other screen has.
if (location.pathname === '/app/student.view') {
  fetchAhead('student.view');
  fetchAhead(`student.view-${language}`);
}

/** Reports a script that failed to load before a screen was rendered; otherwise the placeholder would stay for ever. */
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
// Error events of scripts do not bubble, so they are captured.
addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && sayStuck(), true);
// Failed imports, in the words of Chromium, Firefox, Safari (two) and the bundler. Other errors do not block the screen.
const MISSING =
  /dynamically imported module|Importing a module script failed|valid JavaScript MIME type|Unable to preload CSS/;
addEventListener('unhandledrejection', ({ reason }) => MISSING.test(reason?.message) && sayStuck());
// Sent when the first script gives up (main.tsx, gate.tsx).
addEventListener('start-failed', sayStuck);
