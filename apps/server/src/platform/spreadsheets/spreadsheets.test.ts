import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../http/refusal.ts';
import { readSheet } from './read.ts';
import { readMonth, readPhone, unshortened } from './typed.ts';
import { type Part, withPart, workbookParts, zip } from './workbooks.testkit.ts';
import { writeSheet, writeTemplate } from './write.ts';

const NAME = 'list.xlsx';

async function cellsOf(bytes: Uint8Array, name = NAME): Promise<string[][]> {
  return (await readSheet(bytes, name)).rows.map(({ cells }) => [...cells]);
}

async function faultOf(bytes: Uint8Array, name = NAME): Promise<unknown> {
  const refusal = await readSheet(bytes, name).catch((error: unknown) => error);
  return refusal instanceof Refusal ? refusal.detail?.fault : refusal;
}

function inline(rows: readonly (readonly string[])[]): string {
  return rows
    .map((cells) => `<row>${cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`)
    .join('');
}

describe('readSheet', () => {
  it('reads shared, inline, rich and formula texts with blanks and escaped characters', async () => {
    const data = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>
      <row r="4"><c r="A4" t="inlineStr"><is><r><t>Ami</t></r><r><t xml:space="preserve">na </t></r></is></c>
      <c r="B4" t="str"><f>A1&amp;"x"</f><v>Name x</v></c><c r="C4" t="b"><v>1</v></c><c r="D4" t="e"><v>#N/A</v></c></row>`;
    const shared = [
      '<t>Name</t>',
      '<r><rPr><b/></rPr><t>O&apos;</t></r><r><t>Brien &amp; Co</t></r><rPh sb="0" eb="1"><t>x</t></rPh>',
    ];
    const sheet = await readSheet(zip(workbookParts(data, { shared })), NAME);
    expect(sheet.name).toBe('Form 1');
    expect(sheet.rows).toEqual([
      { row: 1, cells: ['Name', '', "O'Brien & Co"], numbers: [] },
      { row: 4, cells: ['Amina ', 'Name x', 'TRUE', '#N/A'], numbers: [] },
    ]);
  });

  it('restores the digits of numbers in scientific or rounded form, and dates', async () => {
    const styles = `<numFmts><numFmt numFmtId="164" formatCode="0000"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy"/></numFmts>
      <cellStyleXfs><xf numFmtId="165"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="14"/></cellXfs>`;
    const numbers = [
      '2.54712345678E11',
      '254712345678',
      '712345678',
      '150.55000000000001',
      '1e-7',
      '0.30000000000000004',
    ];
    const data = `<row r="1">${numbers.map((value) => `<c><v>${value}</v></c>`).join('')}</row>
      <row r="2"><c s="1"><v>7</v></c><c s="2"><v>45292</v></c><c s="3"><v>45292.5</v></c></row>`;
    const sheet = await readSheet(zip(workbookParts(data, { styles })), NAME);
    expect(sheet.rows[0]?.cells).toEqual(['254712345678', '254712345678', '712345678', '150.55', '0.0000001', '0.3']);
    expect(sheet.rows[0]?.numbers).toHaveLength(6);
    expect(sheet.rows[1]?.cells).toEqual(['0007', '2024-01-01', '2024-01-01 12:00']);
    const from1904 = zip(workbookParts('<row><c s="3"><v>43830</v></c></row>', { styles, date1904: true }));
    expect(await cellsOf(from1904)).toEqual([['2024-01-01']]);
  });

  it('reads the first visible sheet by its relationship', async () => {
    const parts = withPart(
      withPart(workbookParts(inline([['hidden']])), {
        name: 'xl/workbook.xml',
        data: '<x:workbook xmlns:x="urn:x"><x:sheets><x:sheet name="H" state="hidden" r:id="rId1"/><x:sheet name="Shown" r:id="rId2"/></x:sheets></x:workbook>',
      }),
      {
        name: 'xl/_rels/workbook.xml.rels',
        data: '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/two.xml"/></Relationships>',
      },
    );
    parts.push({
      name: 'xl/worksheets/two.xml',
      data: `<worksheet><sheetData>${inline([['shown']])}</sheetData></worksheet>`,
    });
    expect(await cellsOf(zip(parts))).toEqual([['shown']]);
  });

  it.each([
    [
      'commas and quotes',
      'Name,Phone\r\n"Otieno, A. ""Boy""",0712345678\r\n',
      [
        ['Name', 'Phone'],
        ['Otieno, A. "Boy"', '0712345678'],
      ],
    ],
    [
      'semicolons',
      'Name;Phone\nAmina;0712\n',
      [
        ['Name', 'Phone'],
        ['Amina', '0712'],
      ],
    ],
    [
      'a line that tells the separator',
      'sep=;\nName;Phone\nA,B;2',
      [
        ['Name', 'Phone'],
        ['A,B', '2'],
      ],
    ],
    [
      'semicolons below a title with commas, and commas in amounts',
      'Pocket money, term 3, St. Mary, Nakuru\nAdm;Amount\n41;1,500.00\n42;2,500.00\n',
      [['Pocket money, term 3, St. Mary, Nakuru'], ['Adm', 'Amount'], ['41', '1,500.00'], ['42', '2,500.00']],
    ],
    [
      'commas, and semicolons in one cell',
      'Adm,Names,Note\n41,Amina,late; sick; home\n',
      [
        ['Adm', 'Names', 'Note'],
        ['41', 'Amina', 'late; sick; home'],
      ],
    ],
    [
      'a stray quote in the title, and commas',
      'ST. MARY"S, TERM 3\nAdm,Names\n41,Amina\n',
      [
        ['ST. MARY"S', ' TERM 3'],
        ['Adm', 'Names'],
        ['41', 'Amina'],
      ],
    ],
    [
      'a stray quote in the title, and semicolons',
      'ST. MARY"S, TERM 3\nAdm;Names\n41;Amina\n',
      [['ST. MARY"S, TERM 3'], ['Adm', 'Names'], ['41', 'Amina']],
    ],
    [
      'as many commas as semicolons',
      'Adm,Names;Form\n41,Amina;1\n',
      [
        ['Adm', 'Names;Form'],
        ['41', 'Amina;1'],
      ],
    ],
    ['our mark before a formula', "Name\n'=1+1\n'Amina\n", [['Name'], ['=1+1'], ["'Amina"]]],
    ['a line break in a cell, empty lines', 'A\tB\n"x\ny"\t2\n\n\n3', [['A', 'B'], ['x\ny', '2'], ['3']]],
  ])('reads a CSV file with %s', async (_what, text, cells) => {
    expect(await cellsOf(Buffer.from(`\ufeff${text}`), 'list.csv')).toEqual(cells);
  });

  it('reads text files in Windows-1252 and UTF-16', async () => {
    expect(await cellsOf(Buffer.from([0x41, 0x2c, 0xe9]), 'list.csv')).toEqual([['A', 'é']]);
    expect(await cellsOf(Buffer.from('\ufeffA\té', 'utf16le'), 'list.txt')).toEqual([['A', 'é']]);
  });

  it('returns every cell that writeSheet wrote, as text', async () => {
    const text = fc
      .string({ unit: 'grapheme', maxLength: 40 })
      // Removes control characters, noncharacters and the replacement character, which the writer leaves out.
      .map((each) => each.toWellFormed().replace(/[\p{Cc}\p{Noncharacter_Code_Point}\ufffd]/gu, ''));
    const started = fc.constantFrom(
      '=1+1',
      '+2547',
      '-1',
      '@x',
      '007',
      '2.5E+11',
      "'=x",
      '<b>&amp;',
      '_x0041_',
      '  two  ',
    );
    await fc.assert(
      fc.asyncProperty(
        // Each read costs a thread, whatever the size of the sheet, so rows are read together.
        fc.array(fc.array(fc.oneof(text, started), { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 30 }),
        async (rows) => {
          const bytes = await writeSheet(['Name', 'Second'], rows);
          const sheet = await readSheet(bytes, NAME);
          const trimmed = (cells: readonly string[]) =>
            cells
              .map((cell) => (cell.trim() === '' ? '' : cell))
              .join('\u0001')
              .replace(/\p{Cc}+$/u, '');
          const written = rows.map(trimmed).filter((row) => row !== '');
          expect(sheet.rows.slice(1).map(({ cells }) => trimmed(cells))).toEqual(written);
          expect(sheet.rows.flatMap(({ numbers }) => numbers)).toEqual([]);
        },
      ),
      { numRuns: 8 },
    );
  });

  it.each(['constructor', 'valueOf', '__proto__'])(
    'returns the cell %s, a name of the object prototype',
    async (word) => {
      expect(await cellsOf(await writeSheet([word], [[word]]))).toEqual([[word], [word]]);
    },
  );

  it('writes a template with one header row and nothing else', async () => {
    expect(await cellsOf(await writeTemplate(['Admission Number', 'Amount']))).toEqual([
      ['Admission Number', 'Amount'],
    ]);
  });
});

const plain = workbookParts(inline([['Name'], ['Amina']]));
const sheet1 = (data: string): Part => ({ name: 'xl/worksheets/sheet1.xml', data });
const bomb = 'x'.repeat(60 * 1024 * 1024);

/** Returns text that compresses badly. */
function noise(length: number): string {
  return `n${randomBytes(length).toString('hex')}`;
}

const HOSTILE: [what: string, fault: string, bytes: () => Buffer, name?: string][] = [
  ['a bomb of one sheet', 'dangerous', () => zip(withPart(plain, sheet1(`<worksheet>${bomb}</worksheet>`)))],
  [
    'a bomb that lies about its size',
    'damaged',
    () => zip(withPart(plain, { ...sheet1(`<worksheet>${bomb}</worksheet>`), says: { inflated: 900 } })),
  ],
  [
    'a bomb within the size',
    'dangerous',
    () => zip(withPart(plain, sheet1(`<worksheet>${bomb.slice(0, 19_000_000)}</worksheet>`))),
  ],
  [
    'a bomb of many entries that share their data',
    'dangerous',
    () =>
      zip([
        ...plain,
        ...Array.from({ length: 100 }, (_, place): Part => ({ name: `xl/x${place}.xml`, data: '', sharesWith: 3 })),
      ]),
  ],
  [
    'thousands of entries',
    'too-large',
    () => zip([...plain, ...Array.from({ length: 4_000 }, (_, place): Part => ({ name: `x${place}`, data: '' }))]),
  ],
  ['the same name twice', 'dangerous', () => zip([...plain, sheet1('<worksheet/>')])],
  [
    'a document type with entities',
    'dangerous',
    () => zip(withPart(plain, sheet1('<!DOCTYPE x [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><worksheet>&b;</worksheet>'))),
  ],
  [
    'an outside entity',
    'dangerous',
    () =>
      zip(withPart(plain, { name: 'xl/sharedStrings.xml', data: '<!DOCTYPE sst SYSTEM "file:///etc/passwd"><sst/>' })),
  ],
  ['an entity that nobody knows', 'damaged', () => zip(withPart(plain, sheet1('<worksheet>&lol;</worksheet>')))],
  [
    'a sheet that lies elsewhere',
    'dangerous',
    () =>
      zip(
        withPart(plain, {
          name: 'xl/_rels/workbook.xml.rels',
          data: '<Relationships><Relationship Id="rId1" TargetMode="External" Target="http://127.0.0.1/x"/></Relationships>',
        }),
      ),
  ],
  [
    'more than may be inflated, packed honestly',
    'too-large',
    () => zip(withPart(plain, sheet1(`<worksheet>${`${noise(150_000)} `.repeat(80)}</worksheet>`))),
  ],
  [
    'one shared text in every cell',
    'too-large',
    () =>
      zip(
        workbookParts(
          Array.from({ length: 900 }, () => `<row ${noise(8)}="">${'<c t="s"><v>0</v></c>'.repeat(30)}</row>`).join(''),
          { shared: [`<t>${'y'.repeat(1_000)}</t>`] },
        ),
      ),
  ],
  [
    'too many rows',
    'too-many-rows',
    () => zip(workbookParts(inline(Array.from({ length: 5_002 }, (_, row) => [String(row)])))),
  ],
  [
    'too many columns',
    'too-many-columns',
    () => zip(workbookParts(inline([Array.from({ length: 51 }, (_, column) => String(column))]))),
  ],
  ['too many lines of text', 'too-many-rows', () => Buffer.from('a\n'.repeat(5_002)), 'list.csv'],
  ['tags in tags in tags', 'dangerous', () => zip(withPart(plain, sheet1('<a>'.repeat(500_000))))],
  ['a macro workbook by its name', 'macros', () => zip(plain), 'list.xlsm'],
  [
    'a macro workbook renamed',
    'macros',
    () => zip(workbookParts('', { type: 'application/vnd.ms-excel.sheet.macroEnabled.main+xml' })),
  ],
  ['a project of macros inside', 'macros', () => zip([...plain, { name: 'xl/vbaProject.bin', data: 'x' }])],
  ['an archive inside', 'dangerous', () => zip([...plain, { name: 'xl/embeddings/more.xlsx', data: 'x' }])],
  [
    'encrypted entries',
    'old-or-protected',
    () => zip(withPart(plain, { ...sheet1('<worksheet/>'), says: { flags: 1 } })),
  ],
  [
    'a way of packing of its own',
    'dangerous',
    () => zip(withPart(plain, { ...sheet1('<worksheet/>'), says: { method: 14 } })),
  ],
  ['a name that climbs out', 'damaged', () => zip([...plain, { name: '../../etc/passwd', data: 'x' }])],
  ['a name from the root', 'damaged', () => zip([...plain, { name: '/etc/passwd', data: 'x' }])],
  ['the end cut off', 'damaged', () => zip(plain).subarray(0, 400)],
  [
    'its middle spoilt',
    'damaged',
    () => Buffer.concat([zip(plain).subarray(0, 300), Buffer.alloc(60, 7), zip(plain).subarray(360)]),
  ],
  ['a text that is no shared one', 'damaged', () => zip(workbookParts('<row><c t="s"><v>77</v></c></row>'))],
  [
    'a row of row numbers beyond the sheet',
    'damaged',
    () => zip(workbookParts('<row r="99999999"><c><v>1</v></c></row>')),
  ],
  [
    'an old workbook, or one with a password',
    'old-or-protected',
    () => Buffer.from('d0cf11e0a1b11ae1'.padEnd(600, '0'), 'hex'),
    'list.xls',
  ],
  ['a picture', 'not-a-spreadsheet', () => Buffer.from('89504e470d0a1a0a0000', 'hex')],
  ['bytes called text', 'not-a-spreadsheet', () => Buffer.from([65, 0, 66]), 'list.csv'],
  ['a quote that never ends', 'damaged', () => Buffer.from('a,"b\n'.repeat(3)), 'list.csv'],
  ['another kind of document', 'not-a-spreadsheet', () => zip([{ name: 'word/document.xml', data: '<w/>' }])],
  ['no rows', 'empty', () => zip(workbookParts(''))],
];

describe('readSheet of a hostile file', () => {
  it.each(HOSTILE)('rejects %s within 15 seconds and 100 MiB of memory', async (_what, fault, build, name) => {
    const bytes = build();
    const before = process.memoryUsage().rss;
    const started = performance.now();
    expect(await faultOf(bytes, name)).toBe(fault);
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });

  it('rejects a file above the size limit as too-large', async () => {
    expect(await faultOf(Buffer.alloc(3 * 1024 * 1024 + 1))).toBe('too-large');
  });
});

describe('readPhone and unshortened', () => {
  it.each([
    ['0712345678', '254712345678'],
    ['712345678', '254712345678'],
    ['+254 712 345-678', '254712345678'],
    ['2.54712345678E+11', '254712345678'],
    ['254712345678.0', '254712345678'],
    ['0112345678', '254112345678'],
    ['0512345678', null],
    ['071234567', null],
    ['0712345678/0722000000', null],
  ])('readPhone of %s returns %s', (text, phone) => expect(readPhone(text)).toBe(phone));

  it('mark a number whose digits scientific notation has lost', () => {
    expect(typeof readPhone('2.547E+11')).toBe('symbol');
    expect(typeof unshortened('2.54712E+11')).toBe('symbol');
    expect(unshortened('1.25E+2')).toBe('125');
  });
});

describe('readMonth', () => {
  it.each([
    ['2015-03', '2015-03'],
    ['2015-03-14', '2015-03'],
    ['2015/3/14', '2015-03'],
    ['2015-03-14 00:00', '2015-03'],
    ['14/3/2015', '2015-03'],
    ['04/03/2015', '2015-03'],
    ['14.03.2015', '2015-03'],
    ['3/2015', '2015-03'],
    ['March 2015', '2015-03'],
    ['14 Mar 2015', '2015-03'],
    ['Machi 2015', '2015-03'],
    ['Sept. 2015', '2015-09'],
    ['Desemba 2015', '2015-12'],
    ['3/14/2015', null],
    ['32/1/2015', null],
    ['2015-13', null],
    ['2015-03/14', null],
    ['Mar-15', null],
    ['3/15', null],
    ['Foo 2015', null],
    ['2015', null],
    ['', null],
  ])('of %s returns %s', (text, month) => expect(readMonth(text)).toBe(month));
});
