import { expect, it, test } from 'vitest';
import { findProblemTexts, readRefusals } from './problem-texts.ts';

const PROBLEMS = ['bus.stop-in-use', 'pin.wrong', 'user.self'];
const whole = {
  problem: {
    bus: { 'stop-in-use': 'Kituo kinatumika.' },
    pin: { wrong: 'PIN si sahihi.' },
    user: { self: 'Si wewe.' },
  },
  told: { bus: { 'stop-in-use': 'Hushuka {{stop}}: {{students}}.' }, user: { 'self-own-sessions': 'Ondoa vifaa.' } },
};
const refusals = readRefusals(`
  return new Refusal('bus.stop-in-use', \`\${students} students get on or off at \${stop} (or both).\`, {
    detail: { stop, students },
  });
  return new Refusal('user.self', 'End your own sessions in My Profile.', { detail: { why: 'own-sessions' } });
  return new Refusal('pin.wrong', \`The PIN \${why}.\`, { detail: wrongFields({ pin: fieldError('pin-pattern') }) });
`);

test('readRefusals reads interpolated refusals and their reasons, but not errors of fields', () => {
  expect(refusals).toEqual([
    { problem: 'bus.stop-in-use', isFilled: true, whys: [] },
    { problem: 'user.self', isFilled: false, whys: ['own-sessions'] },
  ]);
});

test('accepts a language with all sentences', () => {
  expect(findProblemTexts(whole, PROBLEMS, refusals)).toEqual([]);
});

it.each([
  [
    'a problem without a sentence',
    { ...whole, problem: { ...whole.problem, pin: {} } },
    ['has no "problem.pin.wrong"'],
  ],
  [
    'a sentence of no problem',
    { ...whole, problem: { ...whole.problem, pin: { wrong: 'PIN si sahihi.', right: 'Sawa.' } } },
    ['"problem.pin.right" is no problem'],
  ],
  [
    'a blank that nothing fills in',
    { ...whole, problem: { ...whole.problem, pin: { wrong: 'Zimebaki {{triesLeft}}.' } } },
    ['"problem.pin.wrong" has a blank: use "told"'],
  ],
  [
    'a number that the reader is not told',
    { ...whole, told: { user: whole.told.user } },
    ['has no "told.bus.stop-in-use", which the server fills in'],
  ],
  [
    'a reason that has no sentence',
    { ...whole, told: { bus: whole.told.bus } },
    ['has no "told.user.self-own-sessions", which the server fills in'],
  ],
  [
    'a told sentence of no problem',
    { ...whole, told: { ...whole.told, pin: { lost: 'Imepotea.' } } },
    ['"told.pin.lost" is no problem'],
  ],
])('reports %s', (_name, texts, found) => {
  expect(findProblemTexts(texts, PROBLEMS, refusals)).toEqual(found);
});
