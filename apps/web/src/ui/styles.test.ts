import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '..');
const styles = join(import.meta.dirname, '../../../../node_modules/@mantine/core/styles');

test('each file imports the styles of its Mantine components, or the shell does', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  const textOf = (name: string) => readFileSync(join(source, name), 'utf8');
  const shell = textOf('ui/styles.ts');
  // Styles that another screen imports are missing for a user who opens this screen directly.
  const missing = files.flatMap((file) => {
    const text = textOf(file);
    const used = [...text.matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
      names.split(',').map((name) => name.trim()),
    );
    return used
      .filter((name) => existsSync(join(styles, `${name}.css`)))
      .filter((name) => !`${text}${shell}`.includes(`'@mantine/core/styles/${name}.css'`))
      .map((name) => `${file}: ${name}`);
  });
  expect(missing).toEqual([]);
});
