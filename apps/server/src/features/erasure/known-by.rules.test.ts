import { describe, expect, it } from 'vitest';
import { type Shared, tellingOf, tellingOfOwn } from './known-by.rules.ts';

const NOBODY: Shared = { words: new Set(), guardians: new Set() };
const child = {
  id: '0192f000-0000-7000-8000-000000000001',
  admissionNumber: '740199',
  names: "Nanjala Wekesa Ng'ang'a",
  pseudonym: 'E-000000000000',
  guardians: [{ id: '0192f000-0000-7000-8000-000000000002', name: 'Philomena Jerotich', phone: '254722000111' }],
};
const SHARED: Shared = { ...NOBODY, words: new Set(['nanjala', 'wekesa', "ng'ang'a"]) };

describe('a text of anybody', () => {
  it.each([
    'Nanjala Wekesa lost a shoe',
    'for WEKESA, NANJALA.',
    'ng’ang’a wekesa amechelewa',
    'Paid for 740199 by mistake',
    'nanjala_wekesa is no name, but Nanjala  Wekesa is',
    'Called 0722 000 111 twice',
    'the mother (+254722000111) came',
    'Jerotich Philomena signed',
  ])('is about the child: %s', (text) => {
    expect(tellingOf(child, SHARED).names(text)).toBe(true);
  });

  it.each([
    'Nanjala Barasa lost a shoe',
    'Wekesa lost a shoe',
    'Paid 7401990',
    'Paid KES 740,199',
    'Called 0722 000 112',
    'Philomena signed',
  ])('is not, where others have such a name: %s', (text) => {
    expect(tellingOf(child, SHARED).names(text)).toBe(false);
  });

  it('is about the child by one name that nobody else has, and by no short word', () => {
    expect(tellingOf(child, { ...SHARED, words: new Set(['wekesa']) }).names('nanjala lost a shoe')).toBe(true);
    expect(tellingOf({ ...child, names: 'Ann Lee' }, NOBODY).names('Ann lost a shoe')).toBe(false);
  });

  it('has a short number where it says that it is one', () => {
    const short = tellingOf({ ...child, admissionNumber: '17' }, SHARED);
    for (const text of ['Adm. 17 was late', 'student no 17', '17', 'namba 0017', 'Juma (17)'])
      expect([text, short.names(text)]).toEqual([text, true]);
    for (const text of ['17 plates', 'KES 17', 'number 170']) expect([text, short.names(text)]).toEqual([text, false]);
  });

  it('is not about the child by a guardian who has another child here', () => {
    const sibling = { ...SHARED, guardians: new Set(['Philomena Jerotich', '254722000111']) };
    expect(tellingOf(child, sibling).names('Philomena Jerotich, 0722000111')).toBe(false);
  });

  it('keeps what else it says', () => {
    expect(tellingOf(child, SHARED).without('Late: Nanjala Wekesa Ng’ang’a and Otieno (740199)')).toBe(
      'Late: … and Otieno (…)',
    );
  });
});

it('a text in a row of the child’s own names them by each of their names', () => {
  for (const text of ['The aunt of Nanjala paid', 'Philomena signed', '0722000111'])
    expect([text, tellingOfOwn(child).names(text)]).toEqual([text, true]);
  expect(tellingOfOwn(child).names('Slip 17')).toBe(false);
});

it('nobody is named by nothing', () => {
  const nothing = tellingOf({ ...child, names: 'Ann', admissionNumber: '740199', guardians: [] }, NOBODY);
  expect(nothing.names('Ann')).toBe(false);
});
