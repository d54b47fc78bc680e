/** Letters of other scripts, and rare ones of ours, that a reader takes for those behind them. */
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

/** Signs that print nothing: of format, and letters and signs that are blank. */
const UNSEEN = /[\p{Cf}\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/gu;

/**
 * The same text in the plain letters and digits that a reader takes it for: without marks and unseen signs, digits of other scripts and
 * letters that look like ours made ours. To compare by, never to keep or show.
 */
export function asRead(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(UNSEEN, (sign) => (/\p{Cf}/u.test(sign) ? '' : ' '))
    .replace(/\p{Nd}/gu, asciiDigit)
    .replace(/[^\p{ASCII}]/gu, (sign) => READ_AS.get(sign) ?? sign);
}

/** Digits of a script stand in its block in their order, ten by ten. */
function asciiDigit(digit: string): string {
  let code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - 1))) {
    code--;
    value++;
  }
  return String(value);
}
