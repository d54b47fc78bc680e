// Page with the phones of the simulator, which performs the actions of their owners.
const place = (id) => document.getElementById(id);

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
  const said = await response.json();
  place('said').textContent = response.ok ? 'Done.' : (said.errorMessage ?? 'That did not work.');
  await show();
}

function row(cells) {
  const line = make('tr', '');
  for (const cell of cells) {
    const box = make('td', typeof cell === 'object' ? '' : String(cell));
    if (typeof cell === 'object') box.append(cell);
    line.append(box);
  }
  return line;
}

function hand(text, deed, attributes) {
  const button = make('button', text, { type: 'button', ...attributes });
  button.addEventListener('click', deed);
  return button;
}

function pushCard(push) {
  const { checkoutRequestId, msisdn } = push;
  const card = make('li', '', { 'data-prompt': checkoutRequestId });
  const words = `Do you want to pay KES ${push.amount}.00 to Paybill ${push.shortCode} account no. ${push.account}?`;
  const form = make('form', '', { class: 'hands' });
  const label = make('label', 'M-PESA PIN');
  const pin = make('input', '', { type: 'password', inputmode: 'numeric', maxlength: '4', autocomplete: 'off' });
  label.append(pin);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send('/simulator/answer', { checkoutRequestId, action: 'pin', pin: pin.value });
  });
  form.append(
    label,
    make('button', 'Send', { class: 'go' }),
    hand('Cancel', () => send('/simulator/answer', { checkoutRequestId, action: 'cancel' })),
    hand('Ignore', () => send('/simulator/answer', { checkoutRequestId, action: 'ignore' })),
    hand('Switch off', async () => {
      await send('/simulator/subscribers', { msisdn, reachable: false });
      await send('/simulator/answer', { checkoutRequestId, action: 'ignore' });
    }),
  );
  card.append(make('h3', msisdn), make('p', words), form);
  return card;
}

function phoneRow({ msisdn, name, balance, reachable }) {
  const turn = () => send('/simulator/subscribers', { msisdn, reachable: !reachable });
  const words = reachable ? 'On: switch off' : 'Off: switch on';
  return row([msisdn, name, balance, hand(words, turn, { 'aria-label': `${msisdn} is ${words}` })]);
}

let shown = '';

async function show() {
  const response = await fetch('/simulator/phones');
  const text = await response.text();
  // Skips a render without changes, so that a partly typed PIN is not lost.
  if (text === shown) return;
  shown = text;
  const { shortCodes, subscribers, waiting, answered } = JSON.parse(text);
  place('none').hidden = waiting.length > 0;
  const ids = new Set(waiting.map((push) => push.checkoutRequestId));
  for (const card of [...place('waiting').children]) if (!ids.has(card.dataset.prompt)) card.remove();
  const there = new Set([...place('waiting').children].map((card) => card.dataset.prompt));
  place('waiting').append(...waiting.filter((push) => !there.has(push.checkoutRequestId)).map(pushCard));
  const paybill = place('pay').elements.ShortCode;
  if (paybill.value === '' && shortCodes.length === 1) paybill.value = shortCodes[0];
  place('codes').replaceChildren(...shortCodes.map((code) => make('option', '', { value: code })));
  place('phones').replaceChildren(...subscribers.map(phoneRow));
  place('answered').replaceChildren(
    ...answered.map((push) => row([push.msisdn, push.amount, push.account, push.words])),
  );
}

place('statement').addEventListener('submit', (event) => {
  event.preventDefault();
  // A navigation, because the policy forbids form submission; a download leaves the page where it is.
  location.assign(`/simulator/statement.csv?${new URLSearchParams(new FormData(event.target))}`);
});
place('pay').addEventListener('submit', (event) => {
  event.preventDefault();
  const form = new FormData(event.target);
  send('/mpesa/c2b/v2/simulate', { CommandID: 'CustomerPayBillOnline', ...Object.fromEntries(form) });
});

setInterval(() => show().catch(() => undefined), 1_000);
show();
