// A tablet's browser for the recipe of a reader in the network: Chromium with a folder of its own, on a page of the console's origin, which keeps a key that
// cannot be exported and talks as the console does. `tablet.ts --home FOLDER --url wss://IP:8443 --do pair --code 12345678 --socket PATH`, then `--do scan`;
// `--do hold` proves itself and waits to be hung up on. Prints how it ended: a picture, or the code of the close. --expect says what that has to be.
import { parseArgs } from 'node:util';
import { decodeImage } from '@mfuko/fingerprint/decoding/decode';
import { openBrowser } from './browser.ts';
import { layFinger, likenessOf, ONE_FINGER } from './lay-finger.ts';

const text = { type: 'string', default: '' } as const;
const { values } = parseArgs({
  options: { home: text, url: text, do: text, code: text, socket: text, expect: text, name: text },
});
const ORIGIN = `https://${values.name}`;
const PATIENCE_MS = 60_000;

const late = setTimeout(() => {
  console.error('the tablet: nothing within a minute');
  process.exit(1);
}, PATIENCE_MS);
const browser = await openBrowser({ home: values.home, name: values.name, ip: '127.0.0.1', plain: '' });
const page = await browser.newPage();
// The console's own server is not part of this recipe: the reader only sees its origin.
await page.route(`${ORIGIN}/**`, (route) => route.fulfill({ contentType: 'text/html', body: '<title>tablet</title>' }));
await page.goto(`${ORIGIN}/`);
await page.exposeFunction('proven', () => {
  console.log('proven');
  if (values.do !== 'hold') layFinger(values.socket);
});
const { closed, picture } = await page.evaluate(talk, {
  url: values.url,
  code: values.code,
  hold: values.do === 'hold',
});
await browser.close();
clearTimeout(late);

const likeness = picture === '' ? 0 : likenessOf(decodeImage(Buffer.from(picture, 'base64')));
const ended = likeness > ONE_FINGER ? 'picture' : String(closed);
console.log(ended === 'picture' ? `a picture, likeness ${Math.round(likeness)}` : `hung up on: ${closed}`);
if (ended !== values.expect) console.error(`the tablet: expected ${values.expect}`);
process.exit(ended === values.expect ? 0 : 1);

/** Runs in the page: pairs with a code or authenticates, and requests one finger. */
async function talk({ url, code, hold }: { url: string; code: string; hold: boolean }) {
  const curve = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const written = (bytes: ArrayBuffer) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replace(/=+$/, '');
  const asked = <T>(request: IDBRequest<T>) =>
    new Promise<T>((done, fail) => {
      request.onsuccess = () => done(request.result);
      request.onerror = () => fail(request.error);
    });
  const opening = indexedDB.open('tablet', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('keys');
  const store = (mode: IDBTransactionMode) => opening.result.transaction('keys', mode).objectStore('keys');
  await asked(opening);
  let keys = await asked<CryptoKeyPair | undefined>(store('readonly').get('own'));
  if (keys === undefined) {
    keys = (await crypto.subtle.generateKey(curve, false, ['sign'])) as CryptoKeyPair;
    await asked(store('readwrite').put(keys, 'own'));
  }
  const { privateKey, publicKey } = keys;
  const sign = async (words: string) =>
    written(await crypto.subtle.sign(curve, privateKey, new TextEncoder().encode(words)));
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey);
  const print = new TextEncoder().encode(JSON.stringify({ crv, kty, x, y }));
  const tablet = written(await crypto.subtle.digest('SHA-256', print));

  const socket = new WebSocket(url);
  const send = (frame: object) => socket.send(JSON.stringify(frame));
  return new Promise<{ closed: number; picture: string }>((done) => {
    socket.onclose = ({ code: closed }) => done({ closed, picture: '' });
    socket.onmessage = async ({ data }) => {
      const frame = JSON.parse(String(data));
      if (frame.template) done({ closed: 0, picture: frame.template.Template });
      else if (frame.type === 'ping') send({ type: 'pong' });
      else if (frame.type === 'prove' && code !== '') {
        const signature = await sign(`mfuko-pair ${new URL(url).hostname} ${frame.nonce} ${code}`);
        send({ type: 'pair', code, publicKey: { kty, crv, x, y }, label: 'Gate tablet', signature });
      } else if (frame.type === 'prove') {
        const signature = await sign(`mfuko-tablet ${new URL(url).hostname} ${frame.nonce}`);
        send({ type: 'proof', tablet, signature });
      } else if (frame.type === 'proved' || frame.type === 'paired') {
        await (globalThis as unknown as { proven(): Promise<void> }).proven();
        if (!hold) send({ type: 'get-fingerprint', times: 1, lift: true });
      }
    };
  });
}
