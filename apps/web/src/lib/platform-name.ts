import { i18n } from './i18n.ts';

/** An author of the platform itself, in the fields that say who did something. */
const AUTHOR = /("\w*by(?:Name)?":|"attendant":)"Platform"/gi;

/** Parses an answer. The server calls an author of the platform `Platform` for every client; a reader of Kiswahili sees `Jukwaa`. */
export function parseAnswer(text: string): unknown {
  return JSON.parse(i18n.language === 'sw' ? text.replace(AUTHOR, '$1"Jukwaa"') : text);
}
