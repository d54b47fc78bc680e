import { expect, test } from 'vitest';
import { next, type ScannerEvent, type ScannerState, START } from './machine.ts';

const template = { Template: 'aGk=' };
const opened = next(START, { type: 'opened' });
const scanned = next(opened, { type: 'message', message: { kind: 'template', template } });

function after(...events: ScannerEvent[]): ScannerState {
  return events.reduce(next, START);
}

test('scanner state starts disconnected', () => {
  expect(START).toEqual({
    status: 'disconnected',
    text: '',
    capturing: false,
    template: null,
    retryIn: null,
    glass: null,
    advice: null,
  });
});
test('scanner state needs permission when the browser would prompt, and is blocked when denied', () => {
  expect(after({ type: 'asked', permission: 'prompt' }).status).toBe('needs-permission');
  expect(after({ type: 'asked', permission: 'denied' }).status).toBe('blocked');
});
test('scanner state is connected once the socket is open', () => {
  expect(opened.status).toBe('connected');
});
test("scanner state drops the service's text that the banner shows already", () => {
  const text = 'Scanner connected successfully. Put student finger 3 times';
  expect(next(opened, { type: 'message', message: { kind: 'info', text } })).toMatchObject({
    status: 'connected',
    text: '',
  });
});
test("scanner state shows the service's text as info or as a warning", () => {
  expect(next(opened, { type: 'message', message: { kind: 'info', text: 'Lift the finger' } })).toMatchObject({
    status: 'info',
    text: 'Lift the finger',
  });
  expect(next(opened, { type: 'message', message: { kind: 'warning', text: 'Too dry' } })).toMatchObject({
    status: 'warning',
    text: 'Too dry',
  });
});
test('scanner state is scanned with a template, and keeps it when a text follows', () => {
  expect(scanned).toEqual({ ...START, status: 'scanned', template });
  expect(next(scanned, { type: 'message', message: { kind: 'info', text: 'Ready' } }).template).toBe(template);
});
test('scanner state drops the template on a new capture and on a flush', () => {
  expect(next(scanned, { type: 'capturing' })).toEqual({ ...START, status: 'connected', capturing: true });
  expect(next(scanned, { type: 'flushed' })).toEqual({ ...START, status: 'connected' });
});
test('scanner state is capturing until a template, warning, flush or closed connection', () => {
  const asked = next(opened, { type: 'capturing' });
  const said = next(asked, { type: 'message', message: { kind: 'info', text: 'Lift the finger' } });
  expect(said.capturing).toBe(true);
  expect(next(said, { type: 'message', message: { kind: 'template', template } }).capturing).toBe(false);
  expect(next(said, { type: 'message', message: { kind: 'warning', text: 'Too dry' } }).capturing).toBe(false);
  expect(next(said, { type: 'flushed' }).capturing).toBe(false);
  expect(next(said, { type: 'closed', reason: '', busy: false, retryIn: 1 }).capturing).toBe(false);
});
test('scanner state keeps the template of a lost connection, and the seconds until the retry', () => {
  expect(next(scanned, { type: 'closed', reason: 'Another page is served', busy: false, retryIn: 2 })).toEqual({
    ...START,
    status: 'closed',
    text: 'Another page is served',
    template,
    retryIn: 2,
  });
  expect(next(START, { type: 'failed', retryIn: 5 })).toMatchObject({ status: 'error', retryIn: 5 });
});
test('scanner state ignores messages while disconnected', () => {
  expect(next(START, { type: 'message', message: { kind: 'template', template } })).toBe(START);
});
test('scanner state shows lift and touch in place of texts, with the advice for the next touch', () => {
  const glass = { lift: true, touch: 1, of: 1 };
  const lifting = next(opened, { type: 'message', message: { kind: 'glass', glass } });
  expect(lifting).toEqual({ ...START, status: 'lift', glass });
  expect(next(lifting, { type: 'message', message: { kind: 'info', text: 'Put finger 1 of 3' } })).toBe(lifting);
  const advised = next(lifting, { type: 'message', message: { kind: 'advice', advice: 'wipe' } });
  const free = { ...glass, lift: false };
  const touching = next(advised, { type: 'message', message: { kind: 'glass', glass: free } });
  expect(touching).toEqual({ ...START, status: 'touch', glass: free, advice: 'wipe' });
  expect(next(touching, { type: 'message', message: { kind: 'template', template } }).advice).toBeNull();
  expect(next(touching, { type: 'flushed' })).toEqual({ ...START, status: 'connected', glass: free });
});
test('scanner state is busy when another page has the scanner', () => {
  expect(next(opened, { type: 'closed', reason: 'x', busy: true, retryIn: 1 }).status).toBe('busy');
});
test('scanner state is reset when its page is left', () => {
  expect(next(scanned, { type: 'left' })).toBe(START);
});
