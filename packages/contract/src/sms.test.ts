import { describe, expect, it } from 'vitest';
import { gsmSafe, smsLength } from './sms.ts';

describe('smsLength', () => {
  it('counts one segment up to 160 GSM-7 characters, and 153 per segment beyond', () => {
    expect(smsLength('')).toMatchObject({ encoding: 'GSM-7', characters: 0, segments: 1, room: 160 });
    expect(smsLength('a'.repeat(160))).toMatchObject({ characters: 160, segments: 1, room: 160 });
    expect(smsLength('a'.repeat(161))).toMatchObject({ segments: 2, room: 306 });
    expect(smsLength('a'.repeat(306))).toMatchObject({ segments: 2 });
    expect(smsLength('a'.repeat(307))).toMatchObject({ segments: 3, room: 459 });
  });

  it('counts brackets and the euro sign as two characters', () => {
    expect(smsLength(`${'a'.repeat(158)}€`)).toMatchObject({ encoding: 'GSM-7', characters: 160, segments: 1 });
    expect(smsLength(`${'a'.repeat(159)}[`)).toMatchObject({ characters: 161, segments: 2 });
  });

  it('switches to Unicode for a character outside GSM-7, with 70 in one segment and 67 beyond', () => {
    expect(smsLength('Ng’ombe')).toMatchObject({ encoding: 'Unicode', characters: 7, room: 70, outside: ['’'] });
    expect(smsLength(`${'a'.repeat(69)}ũ`)).toMatchObject({ segments: 1 });
    expect(smsLength(`${'a'.repeat(70)}ũ`)).toMatchObject({ segments: 2, room: 134 });
    expect(smsLength('😀')).toMatchObject({ characters: 2 });
  });
});

it('gsmSafe replaces characters by their nearest in GSM-7', () => {
  expect(gsmSafe('Wanjirũ Ng’ang’a – “Mama”…')).toBe(`Wanjiru Ng'ang'a - "Mama"...`);
  expect(gsmSafe('Zoë 😀')).toBe('Zoe');
  expect(gsmSafe('José Ñandú')).toBe('José Ñandu');
  expect(smsLength(gsmSafe('Čapek Šimůnek 日本 é')).encoding).toBe('GSM-7');
});
