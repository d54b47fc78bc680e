// Runs before the first paint and all other scripts. A separate file, because the policy blocks inline scripts. Written in the syntax of 2009
// (ES5): a browser that is too old for the console has to be able to say so.

// The lowest browsers (browserslist in package.json) have all of these: Chrome since 111, Firefox since 115, Safari since 16.4.
var isTooOld = !(
  Array.prototype.toSorted &&
  window.CompressionStream &&
  window.CSS &&
  CSS.supports('color', 'color-mix(in srgb, red, blue)')
);

if (isTooOld) {
  document.addEventListener('readystatechange', sayTooOld);
} else {
  paintEarly();
  fetchEarly();
  watchStart();
}

/**
 * Says that the browser is too old, in both languages: it may have nothing that remembers the user's. Runs once the page was read and before
 * its modules: those that the browser can read at all find no place for a screen.
 */
function sayTooOld() {
  if (!document.body) return;
  var texts = {
    en: [
      'This browser is too old',
      'It cannot show this page. Update Chrome and Android System WebView in the Play Store, or use another device. It takes Chrome or Edge 111, Firefox 115, Safari 16.4, or newer.',
    ],
    sw: [
      'Kivinjari hiki ni cha zamani mno',
      'Hakiwezi kuonyesha ukurasa huu. Sasisha Chrome na Android System WebView kwenye Play Store, au tumia kifaa kingine. Inahitajika Chrome au Edge 111, Firefox 115, Safari 16.4, au mpya zaidi.',
    ],
  };
  var box = document.createElement('main');
  box.setAttribute('role', 'alert');
  box.style.cssText = 'max-width: 34rem; margin: 15vh auto; padding: 0 1rem; font: 1rem/1.5 sans-serif';
  for (var language in texts) {
    var part = document.createElement('div');
    part.lang = language;
    part.appendChild(element('h1', texts[language][0])).style.fontSize = '1.25rem';
    part.appendChild(element('p', texts[language][1]));
    box.appendChild(part);
  }
  document.removeEventListener('readystatechange', sayTooOld);
  document.body.textContent = '';
  document.body.appendChild(box);
}

function element(name, text) {
  var made = document.createElement(name);
  made.textContent = text;
  return made;
}

/** Prevents a white flash on a dark screen. */
function paintEarly() {
  var device = matchMedia('(prefers-color-scheme: dark)');
  function paint() {
    var wanted = localStorage.getItem('mantine-color-scheme-value') || 'auto';
    var dark = wanted === 'dark' || (wanted === 'auto' && device.matches);
    document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';
  }
  paint();
  // Follows a tablet that switches to dark in the evening.
  device.addEventListener('change', paint);
}

/** As lib/i18n.ts chooses it. */
function languageHere() {
  return (localStorage.getItem('language') || navigator.language).indexOf('sw') === 0 ? 'sw' : 'en';
}

function fetchEarly() {
  // All screens wait for this, so it is prefetched (lib/config.ts takes it).
  window.earlyConfig = fetch('/api/auth/config', { headers: { Accept: 'application/json' } });
  // The caller reports the error.
  window.earlyConfig.catch(function () {});
  // The gate's page has no such tags.
  fetchAhead('texts-' + languageHere());
  // The frame surrounds all screens but the sign-in, which loads it later.
  if (location.pathname.indexOf('/app/') === 0) fetchAhead('frame');
  // The list that is opened most has its own files; no other screen has.
  if (location.pathname === '/app/student.view') {
    fetchAhead('student.view');
    fetchAhead('student.view-' + languageHere());
  }
}

/** Preloads the files of a meta tag, before scripts request them one by one. */
function fetchAhead(name) {
  var tag = document.querySelector('meta[name="' + name + '"]');
  (tag ? tag.content.split(' ') : []).forEach(function (href) {
    var link = document.createElement('link');
    var isStyle = /\.css$/.test(href);
    link.rel = isStyle ? 'preload' : 'modulepreload';
    if (isStyle) link.as = 'style';
    link.href = href;
    // The same mode as the bundler's: otherwise a file is fetched twice.
    link.crossOrigin = '';
    document.head.appendChild(link);
  });
}

/** Reports a script that failed to load before a screen was rendered; otherwise the placeholder would stay for ever. */
function sayStuck() {
  var placeholder = document.querySelector('#root > .arriving');
  if (!placeholder) return;
  var swahili = languageHere() === 'sw';
  var box = document.createElement('main');
  box.setAttribute('role', 'alert');
  box.style.cssText = 'margin: 30vh 1rem; text-align: center; font: 1rem system-ui';
  box.textContent = swahili
    ? 'Ukurasa haukuweza kupakiwa. Kagua mtandao wako.'
    : 'The page could not be loaded. Check your network.';
  var button = element('button', swahili ? 'Pakia upya' : 'Load again');
  button.style.cssText = 'display: block; margin: 1rem auto; padding: 1rem; font: inherit';
  button.onclick = function () {
    location.reload();
  };
  box.appendChild(button);
  placeholder.replaceWith(box);
}

function watchStart() {
  // Error events of scripts do not bubble, so they are captured.
  addEventListener(
    'error',
    function (event) {
      if (event.target instanceof HTMLScriptElement) sayStuck();
    },
    true,
  );
  // Failed imports, in the words of Chromium, Firefox, Safari (two) and the bundler. Other errors do not block the screen.
  var missing =
    /dynamically imported module|Importing a module script failed|valid JavaScript MIME type|Unable to preload CSS/;
  addEventListener('unhandledrejection', function (event) {
    if (event.reason && missing.test(event.reason.message)) sayStuck();
  });
  // Sent when the first script gives up (main.tsx, gate.tsx).
  addEventListener('start-failed', sayStuck);
}
