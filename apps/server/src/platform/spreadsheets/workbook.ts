import { LIMITS, SheetError } from './limits.ts';
import { formatOfCode, formatOfId, type NumberFormat, numberText } from './numbers.ts';
import { collectRows, columnOf, type Sheet } from './sheet.ts';
import { type Attributes, readXml } from './xml.ts';
import { type Archive, openArchive } from './zip.ts';

const CONTENT_TYPES = '[Content_Types].xml';
const WORKBOOK = 'xl/workbook.xml';
const TRUTHS: Readonly<Record<string, string>> = { '0': 'FALSE', '1': 'TRUE' };

/** Reads the first visible sheet of an .xlsx file. Throws SheetError. */
export async function readWorkbook(bytes: Uint8Array): Promise<Sheet> {
  const archive = await openArchive(bytes).catch((error: unknown) => {
    throw error instanceof SheetError ? error : new SheetError('damaged');
  });
  await refuseMacros(archive);
  if (!archive.has(WORKBOOK)) throw new SheetError('not-a-spreadsheet');
  const book = await readBook(archive);
  const texts = archive.has('xl/sharedStrings.xml') ? await readSharedTexts(archive) : [];
  const looks = archive.has('xl/styles.xml') ? await readFormats(archive) : [];
  return { name: book.sheetName, rows: await readRows(archive, book, texts, looks) };
}

/** Throws SheetError for a workbook with macros, even if it was renamed to .xlsx. */
async function refuseMacros(archive: Archive): Promise<void> {
  if (!archive.has(CONTENT_TYPES)) throw new SheetError('not-a-spreadsheet');
  await readXml(archive.read(CONTENT_TYPES), {
    open: (_name, { ContentType = '', PartName = '' }) => {
      if (/macroEnabled|vbaProject/i.test(`${ContentType} ${PartName}`)) throw new SheetError('macros');
    },
  });
}

interface Book {
  readonly sheetName: string;
  readonly sheetPath: string;
  readonly from1904: boolean;
}

async function readBook(archive: Archive): Promise<Book> {
  const sheets: { name: string; relation: string; hidden: boolean }[] = [];
  let from1904 = false;
  await readXml(archive.read(WORKBOOK), {
    open: (name, attributes) => {
      if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
      if (name !== 'sheet') return;
      const relation = Object.entries(attributes).find(([key]) => /(^|:)id$/.test(key))?.[1] ?? '';
      const hidden = (attributes.state ?? 'visible') !== 'visible';
      sheets.push({ name: (attributes.name ?? '').slice(0, 60), relation, hidden });
    },
  });
  const sheet = sheets.find(({ hidden }) => !hidden);
  if (!sheet) throw new SheetError('empty');
  return { sheetName: sheet.name, sheetPath: await findPath(archive, sheet.relation), from1904 };
}

async function findPath(archive: Archive, relation: string): Promise<string> {
  let target = '';
  await readXml(archive.read('xl/_rels/workbook.xml.rels'), {
    open: (name, { Id, Target = '', TargetMode = '' }) => {
      if (name !== 'Relationship' || Id !== relation) return;
      if (TargetMode === 'External') throw new SheetError('dangerous');
      target = Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`;
    },
  });
  // The target is only looked up among the archive's entries, never on disk, so path traversal is impossible.
  if (!archive.has(target)) throw new SheetError('damaged');
  return target;
}

async function readSharedTexts(archive: Archive): Promise<string[]> {
  const texts: string[] = [];
  let text = '';
  await readXml(archive.read('xl/sharedStrings.xml'), {
    open: (name) => {
      if (name === 'si') text = '';
    },
    text: (part, path) => {
      if (isShownText(path)) text = clipped(text + part);
    },
    close: (name) => {
      if (name !== 'si') return;
      if (texts.length >= LIMITS.sharedTexts) throw new SheetError('too-large');
      texts.push(text);
    },
  });
  return texts;
}

/** Returns true for `t` elements of a string or its runs, but not of phonetic hints (`rPh`) in Japanese text. */
function isShownText(path: readonly string[]): boolean {
  return path.at(-1) === 't' && !path.includes('rPh');
}

function clipped(text: string): string {
  return text.length > LIMITS.cell ? text.slice(0, LIMITS.cell) : text;
}

/** Returns the number format of each cell style, by style index. */
async function readFormats(archive: Archive): Promise<NumberFormat[]> {
  const codes = new Map<number, NumberFormat>();
  const ids: number[] = [];
  await readXml(archive.read('xl/styles.xml'), {
    open: (name, { numFmtId, formatCode }, path) => {
      if (name === 'numFmt') codes.set(Number(numFmtId), formatOfCode((formatCode ?? '').slice(0, 200)));
      if (name === 'xf' && path.at(-2) === 'cellXfs') ids.push(Number(numFmtId ?? 0));
      if (ids.length > LIMITS.sharedTexts) throw new SheetError('too-large');
    },
  });
  return ids.map((id) => codes.get(id) ?? formatOfId(id));
}

async function readRows(
  archive: Archive,
  book: Book,
  texts: readonly string[],
  looks: readonly NumberFormat[],
): Promise<Sheet['rows']> {
  const collected = collectRows();
  let row = 0;
  let column = -1;
  let cell: Attributes = {};
  let value = '';
  await readXml(archive.read(book.sheetPath), {
    open: (name, attributes) => {
      if (name === 'row') {
        row = placeOf(attributes.r, row + 1);
        column = -1;
      } else if (name === 'c') {
        cell = attributes;
        value = '';
        const [, letters, digits] = /^([A-Z]{1,3})(\d{1,7})$/.exec(attributes.r ?? '') ?? [];
        column = letters ? columnOf(letters) : column + 1;
        if (digits) row = placeOf(digits, row);
      }
    },
    text: (part, path) => {
      if (path.at(-1) === 'v' || (path.includes('is') && isShownText(path))) value = clipped(value + part);
    },
    close: (name) => {
      if (name !== 'c') return;
      const isNumber = cell.t === undefined || cell.t === 'n';
      const text = isNumber
        ? numberText(value, looks[Number(cell.s ?? 0)] ?? { kind: 'plain' }, book.from1904)
        : textOf(cell.t, value, texts);
      collected.add(row, column, text, isNumber);
    },
  });
  return collected.rows();
}

function textOf(type: string | undefined, value: string, texts: readonly string[]): string {
  if (type === 's') {
    const text = texts[Number(value)];
    if (text === undefined) throw new SheetError('damaged');
    return text;
  }
  return type === 'b' ? (TRUTHS[value] ?? value) : value;
}

function placeOf(given: string | undefined, otherwise: number): number {
  const place = given === undefined ? otherwise : Number(given);
  if (!Number.isInteger(place) || place < 1 || place > 1_048_576) throw new SheetError('damaged');
  return place;
}
