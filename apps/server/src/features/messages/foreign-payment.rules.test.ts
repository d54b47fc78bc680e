import { expect, it } from 'vitest';
import { asksForeignPayment, completesForeignPayment } from './foreign-payment.ts';

const OWN = ['522522', '254711222333'];

it.each([
  'Pay fees to Paybill 400200, account 4001.',
  'PAY BILL NO. 40 02 00 today',
  'Our new till is 5-123-45',
  'Buy goods 987654 from now on',
  'Lipa na M-PESA 400200',
  'Tuma pesa kwa 0722 000 111 leo',
  'Tumeni ada kwa namba 254722000111',
  'Send money to +254 722 000111',
  'Namba ya biashara 400200',
  'M-Pesa: 400200',
  'Paybill 522522 is closed, use 400200',
  'Paybill \u0664\u0660\u0660\u0662\u0660\u0660',
  'Paybill 4\u200b00200',
  'Paybill ４００２００',
  'Pay to till four zero zero two zero zero',
  'Paybill: four, zero, zero, two, double zero. Thank you',
  'Lipa kwa paybill nne sifuri sifuri mbili sifuri sifuri',
  'Till 4 zero 0 two 00',
  'Paybill 400200, one two three',
  'Paybill 400200, 12, 5 children',
  'Tuma pesa kwa sifuri saba mbili mbili 000 moja moja moja',
  'Paybill four hundred thousand two hundred',
  'Till number is ninety-eight thousand and sixty',
  'Lipa kwa paybill namba laki nne na mia mbili',
  'Namba ya malipo ni elfu arobaini na mia mbili',
  'Pay your fees at https://example.com/pay',
  'Lipa ada hapa: bit.ly/ada2026',
  'The fees are at WWW.school-fees.info now',
  'Рауbill 400200',
  'Tιll 400200',
  'ᴘᴀʏʙɪʟʟ 400200',
  'P\u034faybill 400200',
  'Pay\u3164bill 400200',
  'Páybïll 400200',
  'Paybill 4OO2OO',
  'Paybill 4ОО2ОО',
  'Till 4l2l0',
  'Paybill 400\u2013200',
  'Paybill 400\n200',
  'Paybill 4,0,0,2,0,0',
  'Paybill (4)(0)(0)(2)(0)(0)',
  'Paybill 4\ufe0f\u20e30\ufe0f\u20e30\ufe0f\u20e32\ufe0f\u20e30\ufe0f\u20e30\ufe0f\u20e3',
  'Paybill ❹⓿⓿❷⓿⓿',
  'Ꭾaybɩll ƼƼ',
  'Our paybill has changed. Kindly note that from Monday on the only one that all parents and guardians must use is 400200.',
  'Lipa ada kwa M-Pesa. Tafadhali zingatia kuwa namba ya zamani haitumiki tena kuanzia Jumatatu; mpya ni 0722000111.',
  'Pay fees to paybill 888888 - 2026 term',
  'Lipa ada kwa paybill 888888\n2027 muhula',
  'Send fees to till 8888888\n0712345678',
  'Lipa ada paybill 888888\n12345 ni akaunti',
  'Paybill: 888888 · 12 Dec 2026',
  'Pay to till 888888 100',
])('asksForeignPayment is true for: %s', (text) => {
  expect(asksForeignPayment(text, OWN)).toBe(true);
});

it.each([
  'Pay fees to Paybill 522522, account is the admission number.',
  'Lipa ada kwa paybill 522 522.',
  'Pay KES 15000 to paybill 522522 before Friday.',
  'Lipa Ksh. 12500 leo',
  'Lipa 15000/= kwa paybill 522522',
  'Send money to 0711 222 333 (the office).',
  'School opens on 12 01 2027 at 8.00.',
  'The bus 10234 leaves at noon; call 0722000111.',
  'Shule inafungwa saa sita.',
  'Paybill account 4001',
  'Pay to paybill five two two five two two',
  'Lipa elfu tano kwa paybill 522522',
  'Pay five thousand to paybill 522522, one hundred of it for the trip.',
  'Lipa shilingi elfu kumi na tano kwa paybill 522522 kabla ya Ijumaa.',
  'Two hundred children go; the till is open until four.',
  'The trip leaves at six, one of two buses at seven; lipa ada kwa paybill 522522.',
  'Darasa la nne, la tano na la sita wanalipa ada kesho.',
  'Pay 100, 200, 300 or more each: paybill 522522',
  'Pictures of the sports day: https://school.example.com/pictures',
  'Fees are due on Friday.The office opens at eight.',
  'Lipa ada kwa paybill 522522 kabla ya Ijumaa tarehe kumi na mbili mwezi huu wa pili. Maswali? Piga simu 0722 000 111.',
  'Paybill 522\u2013522, tafadhali. Mũthenya mwega! Asante sana – ofisi.',
  'Lipa ada kwa paybill 522522, tafadhali. Mkutano wa wazazi wote wa shule yetu utakuwa siku ya Jumamosi, 12/1/2027 asubuhi.',
  'السلام عليكم. Pay to paybill 522522.',
])('asksForeignPayment is false for: %s', (text) => {
  expect(asksForeignPayment(text, OWN)).toBe(false);
});

it.each([
  ['Our new paybill begins with 400. The rest follows tomorrow.', 'As promised, the second part is 200.'],
  ['Remember these digits: 200', 'Lipa kwa paybill inayoanza 400, kisha tarakimu za jana.'],
  ['Pay to the till that starts four zero zero', 'and ends two zero zero'],
  ['Paybill 400', 'Paybill 200'],
])('completesForeignPayment is true for: %s + %s', (earlier, text) => {
  expect([asksForeignPayment(earlier, OWN), asksForeignPayment(text, OWN)]).toEqual([false, false]);
  expect(completesForeignPayment(text, [earlier], OWN)).toBe(true);
});

it.each([
  ['Pay fees to Paybill 522522, account 4001.', 'Grade 4 leaves at 8.30, room 12.'],
  ['Lipa Ksh. 500 leo kwa paybill ya shule', 'Shule inafunguliwa 12/01/2027.'],
  ['The bus 102 leaves at noon.', 'Room 14 is closed.'],
  ['Pay to our paybill before Friday.', 'KES 200 for the trip.'],
])('completesForeignPayment is false for: %s + %s', (earlier, text) => {
  expect(completesForeignPayment(text, [earlier], OWN)).toBe(false);
  expect(completesForeignPayment(earlier, [text], OWN)).toBe(false);
});
