// `npm run package:image [-- FOLDER] [--sign KEY] [--base IMAGE]`: writes mfuko_VERSION_amd64.oci.tar, the image of the server, and its digest.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { committedAt } from './package/deb.ts';
import { buildImage, demandTools, writeDigest } from './package/image.ts';
import { ROOT } from './sources.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sign: { type: 'string' }, base: { type: 'string' } },
});
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
const archive = resolve(positionals[0] ?? ROOT, `mfuko_${version}_amd64.oci.tar`);

demandTools();
const work = mkdtempSync(join(tmpdir(), 'mfuko-image-'));
try {
  const context = join(work, 'context');
  cpSync(join(ROOT, 'packaging/containers'), context, { recursive: true });
  execFileSync(process.execPath, [join(ROOT, 'scripts/package-deb.ts'), context], { stdio: 'inherit' });
  const digest = buildImage({ context, base: values.base ?? null, work, archive, version, epoch: committedAt() });
  const files = [archive, ...writeDigest(archive, digest, values.sign ?? null)];
  console.log(`${files.join('\n')}\n${(statSync(archive).size / 1e6).toFixed(0)} MB\n${digest}`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
