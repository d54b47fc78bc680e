import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPage, startForTest, type TestPage } from '../page.testkit.ts';
import type { Scanner } from '../scanner.ts';
import type { PublicKey } from '../signer.ts';
import type { Lan, LanOptions } from './lan.ts';

export const ORIGIN = 'https://school.example';

/** Key pair of a tablet. */
export interface TabletKey {
  readonly privateKey: KeyObject;
  readonly publicKey: PublicKey;
  readonly id: string;
}

export function makeTabletKey(): TabletKey {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = pair.publicKey.export({ format: 'jwk' });
  const id = createHash('sha256').update(`{"crv":"P-256","kty":"EC","x":"${x}","y":"${y}"}`).digest('base64url');
  return { privateKey: pair.privateKey, publicKey: { kty: 'EC', crv: 'P-256', x, y }, id };
}

export function signedBy({ privateKey }: TabletKey, text: string): string {
  return sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url');
}

/** Page of the LAN that has received the demand for its proof. */
export interface AskedPage extends TestPage {
  readonly nonce: string;
  readonly reader: string;
}

/** Connects as a tablet that trusts the service's authority, and waits for the demand for its proof. */
export async function openTablet(lan: Lan, { origin = ORIGIN, headers = {} } = {}): Promise<AskedPage> {
  const page = await openPage(lan.url, { origin, headers, ca: lan.root });
  const { type, nonce = '', reader = '' } = await page.next();
  if (type !== 'prove') throw new Error(`asked for no proof, but: ${type}`);
  return { ...page, nonce, reader };
}

export function prove(page: AskedPage, key: TabletKey, text = `mfuko-tablet ${page.reader} ${page.nonce}`): void {
  page.ask('proof', { tablet: key.id, signature: signedBy(key, text) });
}

export function askToPair(page: AskedPage, key: TabletKey, code: string, label: unknown = 'Gate tablet'): void {
  const signature = signedBy(key, `mfuko-pair ${page.reader} ${page.nonce} ${code}`);
  page.ask('pair', { code, publicKey: key.publicKey, label, signature });
}

/** Pairs a new tablet, and returns its key and its page, which is being served. */
export async function pairTablet(lan: Lan, label?: string): Promise<{ key: TabletKey; page: AskedPage }> {
  const key = makeTabletKey();
  const page = await openTablet(lan);
  askToPair(page, key, lan.pair().code, label);
  const frame = await page.next();
  if (frame.type !== 'paired') throw new Error(`not paired, but: ${JSON.stringify(frame)}`);
  return { key, page };
}

/** Connects as a paired tablet, and returns its page once it has been authenticated. */
export async function comeBack(lan: Lan, key: TabletKey): Promise<AskedPage> {
  const page = await openTablet(lan);
  prove(page, key);
  const frame = await page.next();
  if (frame.type !== 'proved') throw new Error(`not proved, but: ${JSON.stringify(frame)}`);
  return page;
}

/** Scanner service that is open to tablets, on free ports of this machine. */
export interface LanScanner {
  readonly scanner: Scanner;
  readonly lan: Lan;
  readonly folder: string;
  /** Lines of the log. */
  readonly lines: readonly string[];
  stop(): Promise<void>;
}

export async function startLanScanner(options: Partial<LanOptions> = {}): Promise<LanScanner> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'mfuko-lan-'));
  const lines: string[] = [];
  const scanner = await startForTest({
    origins: [ORIGIN],
    log: (line) => lines.push(line),
    lan: { host: 'localhost', port: 0, folder, ...options },
  });
  if (scanner.lan === undefined) throw new Error('no way of tablets');
  return {
    scanner,
    lan: scanner.lan,
    folder,
    lines,
    async stop() {
      await scanner.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
