import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { askAdvisories } from './ask-advisories.ts';

/** Faults that the registry of a test knows, by package. */
let known: Record<string, object[]> | null;
const asked: string[][] = [];
let registry: Server;
let address: string;
let folder: string;

const fault = (title: string) => ({
  id: 1,
  url: 'https://example.org/1',
  title,
  severity: 'high',
  vulnerable_versions: '*',
});
const LODASH = { lodash: [fault('Prototype pollution')] };

beforeAll(async () => {
  registry = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      const names = request.url?.endsWith('/advisories/bulk')
        ? Object.keys(JSON.parse((request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString()))
        : [];
      asked.push(names);
      if (known === null || names.length === 0) return response.writeHead(405).end();
      const faults = Object.fromEntries(Object.entries(known).filter(([name]) => names.includes(name)));
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(faults));
    });
  });
  await new Promise<void>((ready) => registry.listen(0, '127.0.0.1', ready));
  address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
  folder = mkdtempSync(join(tmpdir(), 'mfuko-lock-'));
  const root = { name: 'school', version: '1.0.0', dependencies: { chalk: '5.0.0' } };
  const packages = { '': root, 'node_modules/chalk': { version: '5.0.0' } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(root));
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({ name: 'school', version: '1.0.0', lockfileVersion: 3, requires: true, packages }),
  );
});
afterEach(() => void asked.splice(0));
afterAll(() => {
  registry.close();
  rmSync(folder, { recursive: true });
});

describe('askAdvisories on the packages of a lock', () => {
  it('reports fine if a working registry knows no advisory for them', async () => {
    known = LODASH;
    expect(await askAdvisories(folder, address)).toEqual({ state: 'fine', packages: 1 });
    expect(asked).toContainEqual(['chalk']);
  });

  it('reports the advisories found, by package', async () => {
    known = { ...LODASH, chalk: [fault('Paints secrets')] };
    expect(await askAdvisories(folder, address)).toEqual({
      state: 'found',
      advisories: [{ name: 'chalk', severity: 'high', titles: ['Paints secrets'] }],
    });
  });

  it('reports unknown if the registry does not answer or lacks a well-known advisory', async () => {
    known = null;
    expect(await askAdvisories(folder, address)).toMatchObject({ state: 'unknown' });
    known = {};
    expect(await askAdvisories(folder, address)).toMatchObject({ state: 'unknown' });
    expect(await askAdvisories(folder, 'http://127.0.0.1:9/')).toMatchObject({ state: 'unknown' });
  });
});
