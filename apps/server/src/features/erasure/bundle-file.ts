import { setImmediate } from 'node:timers/promises';
import type { BundleLanguage } from '@mfuko/contract/erasure';
import { toKes } from '@mfuko/contract/money';
import { zip } from 'fflate';
import type { BundleRow } from '../../platform/records/bundle.ts';
import type { Bundle } from './bundle.ts';
import { pageOf } from './bundle-page.ts';

/** Writes a bundle as a zip. Yields to other requests between pieces, and compresses in a worker thread. */
export async function writeBundle(bundle: Bundle, language: BundleLanguage): Promise<Buffer> {
  const json = await gather(jsonOf(bundle));
  const html = await gather(pageOf(bundle, language));
  return new Promise((resolve, reject) => {
    zip({ 'bundle.json': json, 'bundle.html': html }, { mtime: bundle.made }, (error, bytes) =>
      error ? reject(error) : resolve(Buffer.from(bytes)),
    );
  });
}

/** Amounts are numbers in KES and times ISO 8601, as in the API. */
function* jsonOf({ made, school, parts }: Bundle): Generator<string> {
  yield `{"made":${JSON.stringify(made)},"school":${JSON.stringify(school)}`;
  for (const [part, rows] of parts) {
    yield `,\n${JSON.stringify(part)}:[`;
    yield* rows.values().map((row, place) => `${place === 0 ? '\n' : ',\n'}${asJson(row)}`);
    yield ']';
  }
  yield '}\n';
}

function asJson(row: BundleRow): string {
  return JSON.stringify(row, (_field, value: unknown) => (typeof value === 'bigint' ? toKes(value) : value));
}

/** Pieces that are written without yielding, which takes a few milliseconds. */
const AT_A_STRETCH = 200;

async function gather(pieces: Iterable<string>): Promise<Uint8Array> {
  const written: Buffer[] = [];
  let stretch: string[] = [];
  for (const piece of pieces) {
    stretch.push(piece);
    if (stretch.length < AT_A_STRETCH) continue;
    written.push(Buffer.from(stretch.join('')));
    stretch = [];
    await setImmediate();
  }
  written.push(Buffer.from(stretch.join('')));
  return Buffer.concat(written);
}
