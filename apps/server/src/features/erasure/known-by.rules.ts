import { Telling } from '../../platform/audit/telling.ts';
import type { Erasee } from '../students/index.ts';

/** Names that others of the school bear too: by one of them alone a text is not about this child. */
export interface Shared {
  /** Words of names, in small letters. */
  readonly words: ReadonlySet<string>;
  /** Names and numbers of guardians who have another child at the school. */
  readonly guardians: ReadonlySet<string>;
}

/** Shorter ones are words of other things too. */
const LONE_NAME = 4;
const LONE_NUMBER = 5;
const BETWEEN = '[\\s,.]+';

/**
 * Makes what finds this child in any text of the school: two of its names one after the other, in whichever order;
 * one that nobody else has; its number, a short one only where the text says that it is one; the same of guardians who have no other
 * child here, and their phones.
 */
export function tellingOf({ names, admissionNumber, guardians }: Erasee, shared: Shared): Telling {
  const own = wordsOf(names);
  const alone = guardians.filter(({ name, phone }) => !shared.guardians.has(name) && !shared.guardians.has(phone));
  const ways = [
    ...inARow(own),
    ...own.filter((word) => word.length >= LONE_NAME && !shared.words.has(word.toLowerCase())).map(literal),
    ...numberWays(admissionNumber),
    ...alone.flatMap(({ name }) => inARow(wordsOf(name))),
    ...alone.map(({ phone }) => phoneWay(phone)),
  ];
  return new Telling(ways);
}

/** The same of a text that stands in a row of the child's own: each of its names tells. */
export function tellingOfOwn(child: Erasee): Telling {
  return new Telling([
    ...wordsOf(child.names).map(literal),
    ...numberWays(child.admissionNumber),
    ...child.guardians.flatMap(({ name }) => wordsOf(name).map(literal)),
    ...child.guardians.map(({ phone }) => phoneWay(phone)),
  ]);
}

function wordsOf(names: string): string[] {
  return [...new Set(names.split(/[\s,.]+/).filter((word) => word.length > 1))];
}

function inARow(words: readonly string[]): string[] {
  if (words.length < 2) return [];
  const any = `(?:${words.map(literal).join('|')})`;
  return [`${any}(?:${BETWEEN}${any})+`];
}

function numberWays(number: string): string[] {
  const said = `(?:adm(?:ission)?|number|no|nambari|namba|student|mwanafunzi)${BETWEEN.replace('[', '[:#')}0*${number}`;
  return number.length >= LONE_NUMBER ? [number] : [said, `^\\s*${number}\\s*$`, `\\(${number}\\)`];
}

/** As people write it: with the country’s number or a nought, and pauses. */
function phoneWay(phone: string): string {
  return `(?:\\+?254|0)[\\s-]?${[...phone.slice(-9)].join('[\\s-]?')}`;
}

/** As it is, whichever apostrophe somebody types. */
function literal(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/['’‘`´]/g, "['’‘`´]");
}
