const STEP = 12;

const $ = (id) => document.getElementById(id);
const fingers = await (await fetch('/fingers')).json();
let shown = 0;
let state;

/** Requests a change from the service; its result arrives as an event. */
async function ask(path) {
  const answer = await fetch(path, { method: 'POST' }).catch(() => undefined);
  if (answer?.ok) $('problem').textContent = '';
  else
    $('problem').textContent =
      answer?.status === 404 ? 'There is no such finger' : 'The scanner service does not answer';
}

const portrait = (id) => `/fingers/${encodeURIComponent(id)}/portrait.png`;
const touch = (id) => ask(`/fingers/${encodeURIComponent(id)}/touch`);

function showMore() {
  for (const { id, name } of fingers.slice(shown, shown + STEP)) {
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.finger = id;
    button.setAttribute('aria-pressed', String(state?.finger === id));
    const image = document.createElement('img');
    image.alt = '';
    image.loading = 'lazy';
    image.src = portrait(id);
    button.append(image, name);
    button.addEventListener('click', () => touch(id));
    const item = document.createElement('li');
    item.append(button);
    $('tray').append(item);
  }
  shown += STEP;
  $('more').hidden = shown >= fingers.length;
}

function show(now) {
  const before = state;
  state = now;
  label('reader-state', now.plugged, 'Reader plugged in', 'Reader unplugged');
  label('page-state', now.page, 'A page is connected', 'No page is connected');
  $('plugged').setAttribute('aria-checked', String(now.plugged));
  $('dirty').setAttribute('aria-checked', String(now.dirty));
  $('lift').disabled = now.finger === null;
  if (before?.finger !== now.finger) showGlass(now.finger);
  $('log').replaceChildren(...now.log.map(line));
}

function showGlass(finger) {
  const name = fingers.find((f) => f.id === finger)?.name ?? `Finger ${finger}`;
  $('glass').classList.toggle('taken', finger !== null);
  $('on-glass').hidden = finger === null;
  if (finger !== null) $('on-glass').src = portrait(finger);
  $('glass-text').textContent = finger === null ? 'No finger on the reader' : name;
  for (const button of $('tray').querySelectorAll('button'))
    button.setAttribute('aria-pressed', String(button.dataset.finger === finger));
}

function label(id, good, yes, no) {
  $(id).textContent = good ? yes : no;
  $(id).classList.toggle('good', good);
}

function line(entry) {
  const item = document.createElement('li');
  const kind = document.createElement('span');
  kind.textContent = `${entry.from === 'page' ? '→' : '←'} ${entry.kind}`;
  kind.setAttribute('aria-label', `${entry.from === 'page' ? 'from the page' : 'to the page'}: ${entry.kind}`);
  const time = document.createElement('time');
  time.dateTime = entry.at;
  time.textContent = new Date(entry.at).toLocaleTimeString('en-GB');
  item.append(kind, time);
  return item;
}

$('lift').addEventListener('click', () => ask('/fingers/lift'));
$('plugged').addEventListener('click', () => ask(state.plugged ? '/reader/unplug' : '/reader/plug'));
$('dirty').addEventListener('click', () => ask(state.dirty ? '/reader/clean' : '/reader/dirty'));
$('more').addEventListener('click', showMore);
$('by-name').addEventListener('submit', (event) => {
  event.preventDefault();
  touch($('name').value.trim());
});

showMore();
const events = new EventSource('/events');
events.addEventListener('message', ({ data }) => show(JSON.parse(data)));
events.addEventListener('error', () => {
  $('problem').textContent = 'The scanner service does not answer';
});
events.addEventListener('open', () => {
  $('problem').textContent = '';
});
