import { describe, expect, it } from 'vitest';
import { gsmSafe, smsLength } from './sms.ts';

describe('the length of a text message', () => {
  it('is one segment up to 160 places of GSM-7, and 153 each beyond', () => {
    expect(smsLength('')).toMatchObject({ encoding: 'GSM-7', characters: 0, segments: 1, room: 160 });
    expect(smsLength('a'.repeat(160))).toMatchObject({ characters: 160, segments: 1, room: 160 });
    expect(smsLength('a'.repeat(161))).toMatchObject({ segments: 2, room: 306 });
    expect(smsLength('a'.repeat(306))).toMatchObject({ segments: 2 });
    expect(smsLength('a'.repeat(307))).toMatchObject({ segments: 3, room: 459 });
  });

  it('counts brackets and the euro twice', () => {
    expect(smsLength(`${'a'.repeat(158)}€`)).toMatchObject({ encoding: 'GSM-7', characters: 160, segments: 1 });
    expect(smsLength(`${'a'.repeat(159)}[`)).toMatchObject({ characters: 161, segments: 2 });
  });

  it('is Unicode as soon as one sign is not in GSM-7, with 70 places, and 67 beyond', () => {
    expect(smsLength('Ng’ombe')).toMatchObject({ encoding: 'Unicode', characters: 7, room: 70, outside: ['’'] });
    expect(smsLength(`${'a'.repeat(69)}ũ`)).toMatchObject({ segments: 1 });
    expect(smsLength(`${'a'.repeat(70)}ũ`)).toMatchObject({ segments: 2, room: 134 });
    expect(smsLength('😀')).toMatchObject({ characters: 2 });
  });
});

it('says the same in signs that GSM-7 has', () => {
  expect(gsmSafe('Wanjirũ Ng’ang’a – “Mama”…')).toBe(`Wanjiru Ng'ang'a - "Mama"...`);
  expect(gsmSafe('Zoë 😀')).toBe('Zoe');
  expect(gsmSafe('José Ñandú')).toBe('José Ñandu');
  expect(smsLength(gsmSafe('Čapek Šimůnek 日本 é')).encoding).toBe('GSM-7');
});
