import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { precompress } from './precompress.ts';
import { aFolder, buildSmall, pageOf } from './small-app.testkit.ts';

it('precompress writes a brotli and a gzip copy of each text file, and none of a picture', async () => {
  const root = aFolder({
    'index.html': pageOf('main.ts'),
    'main.ts': `import picture from './dot.png'; document.title = picture;`,
    'dot.png': 'not really a picture',
    'public/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  });
  const files = await buildSmall(root, { plugins: [precompress()] });
  const texts = [...files.keys()].filter((name) => /\.(js|html|svg)$/.test(name));
  expect(texts).toHaveLength(3);
  for (const name of texts) {
    const packed = (ending: string) => readFileSync(join(root, 'dist', `${name}.${ending}`));
    expect(brotliDecompressSync(packed('br')).toString(), name).toBe(files.get(name));
    expect(gunzipSync(packed('gz')).toString(), name).toBe(files.get(name));
  }
  expect([...files.keys()].filter((name) => /\.png\./.test(name))).toEqual([]);
});
