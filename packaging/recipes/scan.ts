// Scans a synthetic finger as the console would, by the scanner service of the network that it is run in: `scan.ts --origin URL --socket PATH`, where
// PATH is libfprint's virtual reader. With --kill PID that process is killed while the page waits; with --refused the page must be turned away.
import { parseArgs } from 'node:util';
import { decodeImage } from '@mfuko/fingerprint/decoding/decode';
import { openPage } from '../../apps/scanner/src/page.testkit.ts';
import { layFinger, likenessOf, ONE_FINGER } from './lay-finger.ts';

const text = { type: 'string', default: '' } as const;
const { values } = parseArgs({
  options: { origin: text, socket: text, kill: text, refused: { type: 'boolean', default: false } },
});
const PATIENCE_MS = 30_000;

const late = setTimeout(() => end('no picture within 30 s'), PATIENCE_MS);
const page = await openPage('ws://127.0.0.1:8080', { origin: values.origin }).catch((error: Error) => {
  if (values.refused && error.message === 'HTTP 403') return end(undefined, `turned away: ${values.origin}`);
  return end(error.message);
});
if (values.refused) end('it was let in');
page.socket.send(JSON.stringify({ type: 'get-fingerprint', times: 1, lift: true }));
for (;;) {
  const { type, code, message, template } = await page.next();
  if (code === '400') end(message);
  if (type === 'finger') {
    if (values.kill !== '') process.kill(Number(values.kill), 'SIGKILL');
    layFinger(values.socket);
  }
  if (template === undefined) continue;
  const score = likenessOf(decodeImage(Buffer.from(template.Template, 'base64')));
  if (score < ONE_FINGER) end(`the picture is of another finger: ${score}`);
  const { SerialNumber, Width, Height, DPI } = template;
  end(undefined, `${SerialNumber}: ${Width} × ${Height}, ${DPI} dpi, likeness ${Math.round(score)}`);
}

function end(problem: string | undefined, good = ''): never {
  clearTimeout(late);
  if (problem === undefined) console.log(good);
  else console.error(`the page: ${problem}`);
  process.exit(problem === undefined ? 0 : 1);
}
