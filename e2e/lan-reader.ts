import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, connect as dial } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Lan } from '../apps/scanner/src/lan/lan.ts';
import { type Scanner, startScanner } from '../apps/scanner/src/scanner.ts';
import { type Journey, openJourney } from './journey.ts';
import { type RunningServer, startServer } from './server.ts';

/** A demo school whose reader is at a mini computer instead of a tablet's own machine. */
export interface SiteWithReader {
  readonly server: RunningServer;
  readonly scanner: Scanner;
  readonly lan: Lan;
  /** Opens a separate browser that trusts only the key of the mini computer's certificate, like a tablet that has installed its root. */
  openTablet(): Promise<Journey>;
  stop(): Promise<void>;
}

export async function startSiteWithReader(): Promise<SiteWithReader> {
  // Reader and console need each other's address, so one of them has to be fixed before it is served.
  let behind = 0;
  const front = createServer((socket) => {
    const onward = dial(behind, '127.0.0.1');
    socket.on('error', () => onward.destroy());
    onward.on('error', () => socket.destroy());
    socket.pipe(onward).pipe(socket);
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  const url = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  const folder = mkdtempSync(join(tmpdir(), 'mfuko-lan-'));
  const scanner = await startScanner({
    ...{ port: 0, trayPort: 0, pauseMs: 0, origins: [url] },
    // A name of this machine that the page's content security policy does not already allow for a reader beside the browser.
    lan: { host: 'gate.localhost', port: 0, folder },
  });
  const { lan } = scanner;
  if (!lan) throw new Error('The reader is not to be reached from the network.');
  const served = await startServer({
    ...{ SEED: 'demo', PUBLIC_URL: url, SCANNER_URL: 'ws://127.0.0.1:9' },
    READER_ORIGINS: lan.url,
  });
  behind = Number(new URL(served.url).port);
  const server = { ...served, url };
  const { publicKey } = new X509Certificate(lan.certificate());
  const pin = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
  return {
    ...{ server, scanner, lan },
    openTablet: () => openJourney(server, undefined, [`--ignore-certificate-errors-spki-list=${pin}`]),
    async stop() {
      await scanner.stop();
      await served.stop();
      front.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Continues as the same person in another browser. */
export async function copySession(from: Journey, to: Journey): Promise<void> {
  const kept = await from.context.storageState();
  await to.context.addCookies(kept.cookies);
  await to.page.goto(`${new URL(from.page.url()).origin}/api/auth/config`);
  const [{ localStorage: entries } = { localStorage: [] }] = kept.origins;
  await to.page.evaluate((all) => {
    for (const { name, value } of all) localStorage.setItem(name, value);
  }, entries);
}

/**
 * Runs a script in a page that is not paired: it requests a finger at once, and again with forged proofs. Returns the received frames and
 * close codes.
 */
export function askUnproved(page: Page, url: string, tablet: string): Promise<{ frames: string[]; code: number }[]> {
  return page.evaluate(
    async ([address = '', known = '']) => {
      const text = (bytes: ArrayBuffer) =>
        btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/[+/=]/g, (c) => ({ '+': '-', '/': '_' })[c] ?? '');
      const pairOfKeys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
      const proofOf = async (said: { reader: string; nonce: string }) => ({
        type: 'proof',
        tablet: known,
        signature: text(
          await crypto.subtle.sign(
            { name: 'ECDSA', hash: 'SHA-256' },
            pairOfKeys.privateKey,
            new TextEncoder().encode(`mfuko-tablet ${said.reader} ${said.nonce}`),
          ),
        ),
      });
      const attempt = (prove: boolean) =>
        new Promise<{ frames: string[]; code: number }>((resolve) => {
          const frames: string[] = [];
          const socket = new WebSocket(address);
          socket.onmessage = async ({ data }) => {
            frames.push(String(data));
            if (frames.length > 1) return;
            if (prove) socket.send(JSON.stringify(await proofOf(JSON.parse(data))));
            for (const type of ['Connect', 'get-fingerprint']) socket.send(JSON.stringify({ type, times: 1 }));
          };
          socket.onclose = ({ code }) => resolve({ frames, code });
        });
      return [await attempt(false), await attempt(true)];
    },
    [url, tablet],
  );
}
