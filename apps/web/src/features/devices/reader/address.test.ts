import { expect, test } from 'vitest';
import { isAllowed, onlyAddress, readAddress } from './address.ts';

test.each([
  ['gate.lan', 'wss://gate.lan:8443'],
  [' Gate.LAN:9000 ', 'wss://gate.lan:9000'],
  ['wss://gate.lan:8443', 'wss://gate.lan:8443'],
  ['https://192.168.1.20/', 'wss://192.168.1.20:8443'],
  ['gate', 'wss://gate:8443'],
])('readAddress normalises %j', (typed, url) => expect(readAddress(typed)).toBe(url));

test.each([
  '',
  '  ',
  'ws://gate.lan',
  'http://gate.lan',
  'gate lan',
  'gate.lan:99999',
  'gate.lan/x',
  'me@gate.lan',
  '*.lan',
  'gate..lan',
  '1234 5678',
])('readAddress rejects %j', (typed) => expect(readAddress(typed)).toBeNull());

test.each([
  ['wss://gate.lan:8443', ['wss://gate.lan:8443'], true],
  ['wss://gate.lan:8443', ['wss://gate.lan:8444'], false],
  ['wss://gate.lan:8443', ['wss://gate.lan'], false],
  ['wss://gate.lan:443', ['wss://gate.lan'], true],
  ['wss://gate.lan:443', ['wss://gate.lan:443'], true],
  ['wss://gate.readers.example:8443', ['wss://*.readers.example:8443'], true],
  ['wss://a.gate.readers.example:8443', ['wss://*.readers.example:8443'], true],
  ['wss://readers.example:8443', ['wss://*.readers.example:8443'], false],
  ['wss://badreaders.example:8443', ['wss://*.readers.example:8443'], false],
  ['wss://gate.lan:8443', [], false],
  ['wss://office.lan:8443', ['wss://gate.lan:8443', 'wss://office.lan:8443'], true],
])('isAllowed(%s, %j) matches origins as the browser does', (url, origins, is) =>
  expect(isAllowed(url, origins)).toBe(is),
);

test('onlyAddress returns the only configured address without a wildcard, else an empty text', () => {
  expect(onlyAddress(['wss://gate.lan:8443'])).toBe('gate.lan:8443');
  expect(onlyAddress(['wss://*.lan:8443'])).toBe('');
  expect(onlyAddress(['wss://a.lan:8443', 'wss://b.lan:8443'])).toBe('');
  expect(onlyAddress([])).toBe('');
});
