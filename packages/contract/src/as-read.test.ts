import { expect, it } from 'vitest';
import { asRead } from './as-read.ts';

it.each([
  ['Реtеr Каmаu', 'Peter Kamau'],
  ['Ρeter Κamau', 'Peter Kamau'],
  ['ᴘᴀʏʙɪʟʟ', 'paybill'],
  ['Ꮲaybill', 'Paybill'],
  ['Pe\u200bter\u00ad Kamau', 'Peter Kamau'],
  ['Peter\u3164Kamau', 'Peter Kamau'],
  ['P\u034feter', 'Peter'],
  ['Mũthĩ Márÿ', 'Muthi Mary'],
  ['４００ \u0662\u0660\u0660 ①', '400 200 1'],
])('asRead reads %j as %j', (text, read) => expect(asRead(text)).toBe(read));

it.each(['السلام', 'ሰላም', 'Peter Kamau'])('asRead leaves %s unchanged', (text) => expect(asRead(text)).toBe(text));
