// Mock helper without a reader, run as a process: `mock-helper.testkit.ts COUNT-FILE BEHAVIOUR…`. The first start behaves as the first word
// says, the second as the second, and all later ones as the last.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const [countFile = '', ...behaviours] = process.argv.slice(2);
const start = existsSync(countFile) ? Number(readFileSync(countFile, 'utf8')) : 0;
writeFileSync(countFile, String(start + 1));
const behaviour = behaviours[Math.min(start, behaviours.length - 1)];

function frame(kind: number, body: Buffer): void {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(body.length + 1);
  head[4] = kind;
  process.stdout.write(Buffer.concat([head, body]));
}
const tell = (is: string, facts: object = {}) => frame(0, Buffer.from(JSON.stringify({ is, ...facts })));
function show(width: number, height: number, pixels: number): void {
  const head = Buffer.alloc(8);
  head.writeUInt16BE(width, 0);
  head.writeUInt16BE(height, 2);
  head.writeUInt32BE(19_685, 4);
  frame(1, Buffer.concat([head, Buffer.alloc(pixels, start)]));
}
function open(): void {
  tell('hello', { version: 1 });
  tell('open', { serial: 'SN-1', name: 'Mock', driver: 'mock', others: 1 });
}

let disarmed = 0;
const obey: Record<string, () => void> = {
  beat: () => tell('beat'),
  arm() {
    if (behaviour === 'crashes-when-armed') process.exit(1);
    tell('armed');
    tell('finger', { on: true });
    if (behaviour === 'is-late') return;
    show(2, 3, 6);
    tell('finger', { on: false });
    tell('idle');
  },
  // The finger was on the glass when the command came: its picture is sent, and the finger stays until the second disarm.
  disarm() {
    disarmed += 1;
    if (disarmed === 1) show(2, 3, 6);
    else tell('idle');
  },
};

if (behaviour === 'crashes') process.exit(1);
if (behaviour === 'sends-nonsense') process.stdout.write('Traceback (most recent call last)\n');
if (behaviour === 'sends-too-much') process.stdout.write(Buffer.from([0x7f, 0xff, 0xff, 0xff, 1]));
if (behaviour === 'is-of-another-version') tell('hello', { version: 2 });
if (behaviour === 'says-what-is-unknown') tell('template', { minutiae: [] });
if (behaviour === 'sends-half-a-picture') show(300, 400, 6);
if (behaviour === 'sends-a-kind-of-its-own') frame(7, Buffer.of(1));
if (behaviour === 'works' || behaviour === 'crashes-when-armed' || behaviour === 'is-late') open();

let input = Buffer.of();
process.stdin.on('data', (bytes) => {
  input = Buffer.concat([input, bytes]);
  while (input.length >= 4 && input.length >= 4 + input.readUInt32BE()) {
    const end = 4 + input.readUInt32BE();
    const { do: command } = JSON.parse(input.subarray(5, end).toString()) as { do: string };
    input = input.subarray(end);
    if (behaviour !== 'is-silent') obey[command]?.();
  }
});
process.stdin.on('end', () => process.exit(0));
