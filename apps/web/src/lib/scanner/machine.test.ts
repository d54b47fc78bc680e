import { expect, test } from 'vitest';
import { next, type ScannerEvent, type ScannerState, START } from './machine.ts';

const template = { Template: 'aGk=' };
const opened = next(START, { type: 'opened' });
const scanned = next(opened, { type: 'message', message: { kind: 'template', template } });

function after(...events: ScannerEvent[]): ScannerState {
  return events.reduce(next, START);
}

test('it starts disconnected', () => {
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
test('a browser that would ask needs a press; one that refused is blocked', () => {
  expect(after({ type: 'asked', permission: 'prompt' }).status).toBe('needs-permission');
  expect(after({ type: 'asked', permission: 'denied' }).status).toBe('blocked');
});
test('an open socket is connected', () => {
  expect(opened.status).toBe('connected');
});
test('the service says in its own words what the banner says, which is then said once', () => {
  const text = 'Scanner connected successfully. Put student finger 3 times';
  expect(next(opened, { type: 'message', message: { kind: 'info', text } })).toMatchObject({
    status: 'connected',
    text: '',
  });
});
test('the words of the service are shown as info or as a warning', () => {
  expect(next(opened, { type: 'message', message: { kind: 'info', text: 'Lift the finger' } })).toMatchObject({
    status: 'info',
    text: 'Lift the finger',
  });
  expect(next(opened, { type: 'message', message: { kind: 'warning', text: 'Too dry' } })).toMatchObject({
    status: 'warning',
    text: 'Too dry',
  });
});
test('a template is a scanned finger, and later words do not lose it', () => {
  expect(scanned).toEqual({ ...START, status: 'scanned', template });
  expect(next(scanned, { type: 'message', message: { kind: 'info', text: 'Ready' } }).template).toBe(template);
});
test('a new capture and a flush leave nothing of the last student', () => {
  expect(next(scanned, { type: 'capturing' })).toEqual({ ...START, status: 'connected', capturing: true });
  expect(next(scanned, { type: 'flushed' })).toEqual({ ...START, status: 'connected' });
});
test('a request for a finger is under way until the finger is there, is refused, or the request is dropped', () => {
  const asked = next(opened, { type: 'capturing' });
  const said = next(asked, { type: 'message', message: { kind: 'info', text: 'Lift the finger' } });
  expect(said.capturing).toBe(true);
  expect(next(said, { type: 'message', message: { kind: 'template', template } }).capturing).toBe(false);
  expect(next(said, { type: 'message', message: { kind: 'warning', text: 'Too dry' } }).capturing).toBe(false);
  expect(next(said, { type: 'flushed' }).capturing).toBe(false);
  expect(next(said, { type: 'closed', reason: '', busy: false, retryIn: 1 }).capturing).toBe(false);
});
test('a lost connection keeps the finger and says when it is tried again', () => {
  expect(next(scanned, { type: 'closed', reason: 'Another page is served', busy: false, retryIn: 2 })).toEqual({
    ...START,
    status: 'closed',
    text: 'Another page is served',
    template,
    retryIn: 2,
  });
  expect(next(START, { type: 'failed', retryIn: 5 })).toMatchObject({ status: 'error', retryIn: 5 });
});
test('what a dead connection still says is not heard', () => {
  expect(next(START, { type: 'message', message: { kind: 'template', template } })).toBe(START);
});
test('what the service says of the glass is shown in its place, with the advice for the next touch', () => {
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
test('a page that has the scanner already is named', () => {
  expect(next(opened, { type: 'closed', reason: 'x', busy: true, retryIn: 1 }).status).toBe('busy');
});
test('leaving forgets everything', () => {
  expect(next(scanned, { type: 'left' })).toBe(START);
});
