import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import type { WebSocket } from 'ws';
import type { PageServer } from '../page-server.ts';
import { askForProof } from './ask-for-proof.ts';
import { openAuthority } from './authority.ts';
import { createCodes } from './codes.ts';
import { createFailureLimiter } from './failure-limiter.ts';
import { startListener } from './listener.ts';
import { type KeyAndCertificate, readOwnCertificate } from './own-certificate.ts';
import { CLOSED } from './proof.ts';
import { openTablets, type Tablet } from './tablets.ts';

export interface LanOptions {
  /** Host: name or address by which tablets call this machine, as URLs write it. */
  readonly host: string;
  readonly port: number;
  /** Folder of the paired tablets and of the service's own authority. */
  readonly folder: string;
  /** Files of a certificate that somebody else renews; undefined: the service's own authority makes one. */
  readonly certFile?: string | undefined;
  readonly keyFile?: string | undefined;
  /** Socket by which the command `mfuko-scanner` speaks with the service; undefined: there is none. */
  readonly control?: string | undefined;
  readonly now?: (() => number) | undefined;
  readonly proofMs?: number | undefined;
  /** Milliseconds between two looks at the certificate. */
  readonly certificateMs?: number | undefined;
}

/** Lan: the way of tablets in the network to the reader of this machine. */
export interface Lan {
  /** URL: where a tablet connects, `wss://<host>:<port>`. */
  readonly url: string;
  /** Root certificate that a tablet installs, in PEM; undefined where the certificate is of another authority. */
  readonly root: string | undefined;
  /** Certificate that the service shows now, in PEM. */
  certificate(): string;
  /** Opens a code by which one tablet is paired. */
  pair(): { readonly code: string; readonly until: number };
  tablets(): readonly (Tablet & { readonly isHere: boolean })[];
  /** Ends the pairing of the tablet whose id begins so, and its connection; undefined where there is none or more than one. */
  unpair(beginning: string): Tablet | undefined;
  stop(): Promise<void>;
}

export interface LanSurroundings {
  readonly origins: readonly string[];
  readonly pageServer: PageServer;
  readonly log: (line: string) => void;
}

const PROOF_MS = 10_000;
const SHORTEST_BEGINNING = 4;
/** Often: a clock that was wrong when the certificate was made is set right by the network's time soon after the start. */
const CERTIFICATE_LOOKED_AT_MS = 10 * 60_000;

/** Opens the reader to the paired tablets of the network. Throws where the certificate or the folder cannot be used. */
export async function openLan(options: LanOptions, { origins, pageServer, log }: LanSurroundings): Promise<Lan> {
  const { host, folder, now = Date.now } = options;
  const own = options.certFile === undefined ? openAuthority(folder, host, now) : undefined;
  const read = (): KeyAndCertificate =>
    own?.current() ?? readOwnCertificate(options.certFile ?? '', options.keyFile ?? '', host);
  const tablets = openTablets(join(folder, 'tablets.json'), now);
  const codes = createCodes(now);
  const limiter = createFailureLimiter(now);
  const pages = new Map<WebSocket, string>();
  let shown = read();

  function ask(page: WebSocket, address: string, proved: () => void): void {
    page.on('close', () => {
      proved();
      pages.delete(page);
    });
    const proof = { reader: host, tablets, codes, limiter, proofMs: options.proofMs ?? PROOF_MS, log };
    askForProof(page, address, proof, ({ tablet }) => {
      proved();
      pages.set(page, tablet.id);
      pageServer.serve(page);
    });
  }

  const listener = await startListener({
    host,
    port: options.port,
    origins,
    certificate: shown,
    root: own?.root,
    isFull: pageServer.isFull,
    ask,
  });
  const url = `wss://${host}:${listener.port}`;
  if (own?.isNew) log(`Tablets have to trust a new root certificate: ${fingerprintOf(own.root)}`);

  function lookAtCertificate(): void {
    try {
      const next = read();
      if (next.cert === shown.cert && next.key === shown.key) return;
      listener.renew(next);
      shown = next;
      log(`Another certificate is shown, until ${new X509Certificate(next.cert).validTo}.`);
    } catch (error) {
      log(`The last certificate stays: ${error instanceof Error ? error.message : 'fault'}`);
    }
  }
  const looking = setInterval(lookAtCertificate, options.certificateMs ?? CERTIFICATE_LOOKED_AT_MS);
  looking.unref();

  return {
    url,
    root: own?.root,
    certificate: () => shown.cert,
    pair() {
      const opened = codes.open();
      log('A code for one tablet is open for ten minutes.');
      return opened;
    },
    tablets() {
      const here = new Set(pages.values());
      return tablets.list().map((tablet) => ({ ...tablet, isHere: here.has(tablet.id) }));
    },
    unpair(beginning) {
      const [tablet, another] = tablets.list().filter(({ id }) => id.startsWith(beginning));
      if (beginning.length < SHORTEST_BEGINNING || tablet === undefined || another !== undefined) return undefined;
      tablets.remove(tablet.id);
      for (const [page, id] of pages) if (id === tablet.id) pageServer.drop(page, CLOSED.unknown);
      log(`A tablet is unpaired: ${tablet.label}, ${tablet.id.slice(0, 8)}.`);
      return tablet;
    },
    async stop() {
      clearInterval(looking);
      await listener.stop();
    },
  };
}

/** Fingerprint of a certificate, as a tablet shows it. */
export function fingerprintOf(pem: string): string {
  return new X509Certificate(pem).fingerprint256;
}
