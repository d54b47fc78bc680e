import { createHash } from 'node:crypto';
import { packTar } from 'modern-tar';
import { describe, expect, it } from 'vitest';
import { FORMAT } from './format.ts';
import { readBackup } from './read.ts';

const header = {
  format: FORMAT,
  product: '0.2.0',
  madeAt: '2026-11-26T00:50:00.000Z',
  postgres: '18.4',
  migrations: [{ number: 1, name: '0001-platform', hash: 'x' }],
  queue: 20,
  tables: [
    { schema: 'public', name: 'terms', columns: ['id'] },
    { schema: 'public', name: 'songs', columns: ['id'] },
  ],
};
const of = (text: string, rows?: number) => ({
  ...(rows === undefined ? {} : { rows }),
  bytes: Buffer.byteLength(text),
  sha256: createHash('sha256').update(text).digest('hex'),
});
const manifest = {
  tables: { 'public.terms': of('1\n2\n3\n', 3), 'public.songs': of('', 0) },
  files: { 'erased-students.ndjson': of('{}\n') },
  sequences: [],
};
/** A valid backup: the name and text of each entry. */
const whole: readonly (readonly [string, string])[] = [
  ['header.json', JSON.stringify(header)],
  ['keys/master.key', 'the key\n'],
  ['files/erased-students.ndjson', '{}\n'],
  ['tables/public.terms/000001', '1\n2'],
  ['tables/public.terms/000002', '\n3\n'],
  ['tables/public.songs/000001', ''],
  ['manifest.json', JSON.stringify(manifest)],
];

async function read(entries: typeof whole) {
  const tar = await packTar(
    entries.map(([name, text]) => ({ header: { name, size: Buffer.byteLength(text), type: 'file' }, body: text })),
  );
  const rows = new Map<string, string>();
  const summary = await readBackup(new Blob([tar]).stream(), {
    async table({ name }, chunks) {
      const text: Uint8Array[] = [];
      for await (const chunk of chunks) text.push(chunk);
      rows.set(name, Buffer.concat(text).toString());
    },
  });
  return { summary, rows };
}

const without = (name: string) => whole.filter(([each]) => each !== name);
const withText = (name: string, text: string) =>
  whole.map((entry) => (entry[0] === name ? ([name, text] as const) : entry));

describe('readBackup', () => {
  it('returns the keys, and the rows of each table joined from its parts', async () => {
    const { summary, rows } = await read(whole);
    expect([...summary.keys]).toEqual([['master', 'the key']]);
    expect([...rows]).toEqual([
      ['terms', '1\n2\n3\n'],
      ['songs', ''],
    ]);
  });

  it.each([
    ['without its end', without('manifest.json')],
    ['without its header', without('header.json')],
    ['without a table', without('tables/public.songs/000001')],
    ['without a part', without('tables/public.terms/000002')],
    ['without a file', without('files/erased-students.ndjson')],
    ['with another row', withText('tables/public.terms/000002', '\n4\n')],
    [
      'with a table that it does not know',
      [...whole.slice(0, 4), ['tables/public.hymns/000001', ''] as const, ...whole.slice(4)],
    ],
    ['with a path of somebody else’s', [...whole.slice(0, 2), ['../../etc/passwd', 'x'] as const, ...whole.slice(2)]],
    ['with a key of no name of ours', [...whole.slice(0, 2), ['keys/../x.key', 'x'] as const, ...whole.slice(2)]],
  ])('rejects a backup %s as broken', async (_what, entries) => {
    await expect(read(entries)).rejects.toThrow('broken or cut off');
  });

  it('rejects a backup whose format is newer than this version', async () => {
    const later = withText('header.json', JSON.stringify({ format: FORMAT + 1 }));
    await expect(read(later)).rejects.toThrow('made by a newer version, in another format');
  });
});
