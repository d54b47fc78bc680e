import { crc32, deflateRawSync } from 'node:zlib';

/** Entry of an archive, with optional false declarations. */
export interface Part {
  readonly name: string;
  readonly data: Uint8Array | string;
  /** False values for the headers. */
  readonly says?: {
    readonly inflated?: number;
    readonly compressed?: number;
    readonly flags?: number;
    readonly method?: number;
  };
  /** Index of another entry whose data this entry refers to, instead of having its own. */
  readonly sharesWith?: number;
}

/** Builds a zip archive byte by byte, so that invalid ones can be built too. */
export function zip(parts: readonly Part[]): Buffer {
  const chunks: Buffer[] = [];
  const directory: Buffer[] = [];
  const places: { offset: number; packed: Buffer; data: Buffer }[] = [];
  let offset = 0;
  for (const { name, data, says = {}, sharesWith } of parts) {
    const shared = sharesWith === undefined ? undefined : places[sharesWith];
    const bytes = shared?.data ?? Buffer.from(data as string);
    const packed = shared?.packed ?? deflateRawSync(bytes, { level: 9 });
    const title = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(says.flags ?? 0x800, 2);
    fields.writeUInt16LE(says.method ?? 8, 4);
    fields.writeUInt32LE(0, 6);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(says.compressed ?? packed.length, 14);
    fields.writeUInt32LE(says.inflated ?? bytes.length, 18);
    fields.writeUInt16LE(title.length, 22);
    const place = shared?.offset ?? offset;
    places.push({ offset: place, packed, data: bytes });
    if (!shared) {
      const local = Buffer.concat([Buffer.from('504b0304', 'hex'), fields, title, packed]);
      chunks.push(local);
      offset += local.length;
    }
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(place, 10);
    directory.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), fields, rest, title]));
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('504b0506', 'hex');
  end.writeUInt16LE(parts.length & 0xffff, 8);
  end.writeUInt16LE(parts.length & 0xffff, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...chunks, index, end]);
}

const MAIN = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';

/** Returns the parts of a workbook around one sheet's `<sheetData>`; withPart replaces any of them. */
export function workbookParts(
  sheetData: string,
  {
    shared = [],
    styles = '',
    type = MAIN,
    date1904 = false,
  }: { shared?: readonly string[]; styles?: string; type?: string; date1904?: boolean } = {},
): Part[] {
  return [
    {
      name: '[Content_Types].xml',
      data: `${HEAD}<Types><Override PartName="/xl/workbook.xml" ContentType="${type}"/></Types>`,
    },
    {
      name: 'xl/workbook.xml',
      data: `${HEAD}<workbook><workbookPr${date1904 ? ' date1904="1"' : ''}/><sheets><sheet name="Form 1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: `${HEAD}<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
    },
    { name: 'xl/worksheets/sheet1.xml', data: `${HEAD}<worksheet><sheetData>${sheetData}</sheetData></worksheet>` },
    { name: 'xl/sharedStrings.xml', data: `${HEAD}<sst>${shared.map((text) => `<si>${text}</si>`).join('')}</sst>` },
    { name: 'xl/styles.xml', data: `${HEAD}<styleSheet>${styles}</styleSheet>` },
  ];
}

/** Returns the parts with one replaced or added. */
export function withPart(parts: readonly Part[], part: Part): Part[] {
  return [...parts.filter(({ name }) => name !== part.name), part];
}
