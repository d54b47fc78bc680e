/** Look-alikes: letters of other scripts, and rare Latin letters, each paired with the plain letter that a reader mistakes it for. */
const LOOKALIKES: readonly (readonly [string, string])[] = [
  // Cyrillic.
  ['АВЕКМНОРСТУХІЈЅԚԜѴаеорсухкмтвіјѕԁԛԝһӏѵпьг', 'ABEKMHOPCTYXIJSQWVaeopcyxkmtbijsdqwhlvnbr'],
  // Greek.
  ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαορνικτυχηγεωσϲϳ', 'ABEZHIKMNOPTYXaopviktuxnyewocj'],
  // Armenian and Cherokee.
  ['օսհոցզՕՏԼ', 'ouhngqOSL'],
  ['ᎪᏴᏟᎬᎻᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᏃᎥ', 'ABCEHJKLMPRSTVWZi'],
  // Latin.
  ['ıȷɑɡɩɪʟᴘᴀʏʙᴛᴇɴᴏꜱᴍᴋᴜʀᴅᴄꜰɢʜᴊᴠᴡᴢøØłŁđĐħĦŋŊɓƁɗƊɨʉɔɛ', 'ijagiilpaybtenosmkurdcfghjvwzoOlLdDhHnNbBdDiuce'],
];
const READ_AS: ReadonlyMap<string, string> = new Map(
  LOOKALIKES.flatMap(([signs, read]) => [...signs].map((sign, place) => [sign, [...read][place] ?? sign] as const)),
);

/** Invisible characters: format characters, and letters and symbols that print as a blank. */
const UNSEEN = /[\p{Cf}\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/gu;

/**
 * Folds a text into the plain letters and digits that a reader takes it for: drops diacritics and format characters, turns blank letters
 * into spaces, and replaces foreign digits and look-alike letters. Compare by the result; never store or display it.
 */
export function asRead(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(UNSEEN, (sign) => (/\p{Cf}/u.test(sign) ? '' : ' '))
    .replace(/\p{Nd}/gu, asciiDigit)
    .replace(/[^\p{ASCII}]/gu, (sign) => READ_AS.get(sign) ?? sign);
}

/** Returns the ASCII digit for a digit of any script. In Unicode, the ten digits of a script follow each other in ascending order. */
function asciiDigit(digit: string): string {
  let code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - 1))) {
    code--;
    value++;
  }
  return String(value);
}
