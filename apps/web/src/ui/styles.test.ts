import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '..');
const styles = join(import.meta.dirname, '../../../../node_modules/@mantine/core/styles');

test('every Mantine component in use has its styles', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  const text = files.map((name) => readFileSync(join(source, name), 'utf8')).join('\n');
  const used = [...text.matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  );
  const missing = [...new Set(used)].filter(
    (name) => existsSync(join(styles, `${name}.css`)) && !text.includes(`'@mantine/core/styles/${name}.css'`),
  );
  expect(missing).toEqual([]);
});
