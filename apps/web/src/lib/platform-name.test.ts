import { afterEach, expect, test } from 'vitest';
import { i18n } from './i18n.ts';
import { parseAnswer } from './platform-name.ts';

const ANSWER = JSON.stringify([
  { by: 'Platform', setBy: 'Platform', excusedByName: 'Platform', attendant: 'Platform', names: 'Platform' },
  { by: 'Platform Otieno', reason: 'said "by":"Platform"' },
]);

afterEach(() => i18n.changeLanguage('en'));

test('parseAnswer names the author Platform in Kiswahili, and changes nothing else', async () => {
  expect(parseAnswer(ANSWER)).toEqual(JSON.parse(ANSWER));
  await i18n.changeLanguage('sw');
  expect(parseAnswer(ANSWER)).toEqual([
    { by: 'Jukwaa', setBy: 'Jukwaa', excusedByName: 'Jukwaa', attendant: 'Jukwaa', names: 'Platform' },
    { by: 'Platform Otieno', reason: 'said "by":"Platform"' },
  ]);
});
