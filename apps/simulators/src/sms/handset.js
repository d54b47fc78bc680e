// Page with the phones of the simulator and their messages, which performs the actions of their owners.
const place = (id) => document.getElementById(id);

const SCRIPTS = {
  deliver: 'On: messages arrive',
  absent: 'Off for good: AbsentSubscriber',
  blacklist: 'Has blocked us: refused at once',
  'blacklist-later': 'Has blocked us: told by a report',
  buffered: 'Off for the moment: messages wait',
  expired: 'Off too long: messages expire',
  failed: 'Delivery fails',
  never: 'Nobody ever says',
};

function make(name, text, attributes = {}) {
  const element = document.createElement(name);
  element.textContent = text;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

async function send(path, body) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  place('said').textContent = response.ok ? 'Done.' : 'That did not work.';
  await show();
}

function phoneCard(phone, messages) {
  const card = make('li', '', { 'data-phone': phone.number });
  const hands = make('div', '', { class: 'hands' });
  const label = make('label', 'This phone is');
  const choice = make('select', '', { id: `script-${phone.number}` });
  for (const [script, words] of Object.entries(SCRIPTS)) choice.append(make('option', words, { value: script }));
  choice.value = phone.script;
  choice.addEventListener('change', () => {
    // The page does not render while the list is focused.
    choice.blur();
    send('/simulator/phones', { number: phone.number, script: choice.value });
  });
  label.append(choice);
  const block = make('button', 'Block the sender', {
    type: 'button',
    'aria-label': `Block the sender on ${phone.number}`,
  });
  block.addEventListener('click', () => send('/simulator/opt-out', { number: phone.number }));
  hands.append(label, block);
  const inbox = make('ol', '', { 'aria-label': `Messages on ${phone.number}` });
  for (const { text, at, from } of messages.filter(({ arrived }) => arrived)) {
    const entry = make('li', '');
    entry.append(make('p', text), make('small', `${from} · ${new Date(at).toLocaleTimeString()}`));
    inbox.append(entry);
  }
  const waiting = messages.filter(({ arrived }) => !arrived);
  const rest = waiting.map(({ status }) => status).join(', ');
  card.append(make('h3', phone.number), hands, inbox);
  if (rest !== '') card.append(make('p', `Not on the phone: ${rest}`));
  return card;
}

let shown = '';

async function show() {
  const response = await fetch('/simulator/truth');
  const text = await response.text();
  if (text === shown || document.activeElement?.tagName === 'SELECT') return;
  shown = text;
  const { phones, messages } = JSON.parse(text);
  place('none').hidden = phones.length > 0;
  const newest = (number) => messages.findLastIndex((message) => message.number === number);
  const sorted = phones.toSorted((one, other) => newest(other.number) - newest(one.number)).slice(0, 30);
  place('phones').replaceChildren(
    ...sorted.map((phone) =>
      phoneCard(
        phone,
        messages
          .filter(({ number }) => number === phone.number)
          .slice(-20)
          .reverse(),
      ),
    ),
  );
}

setInterval(() => show().catch(() => undefined), 1_000);
show();
