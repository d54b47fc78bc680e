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
  /** Name or address by which tablets reach this machine, as URLs write it. */
  readonly host: string;
  readonly port: number;
  /** Folder for the paired tablets and the service's own authority. */
  readonly folder: string;
  /** Files of a certificate that is renewed by others; undefined where the service's own authority creates one. */
  readonly certFile?: string | undefined;
  readonly keyFile?: string | undefined;
  /** Socket on which the command `mfuko-scanner` reaches the service; undefined for none. */
  readonly control?: string | undefined;
  readonly now?: (() => number) | undefined;
  readonly proofMs?: number | undefined;
  /** Interval in milliseconds between checks of the certificate. */
  readonly certificateMs?: number | undefined;
}

/** Access of tablets in the LAN to the reader of this machine. */
export interface Lan {
  /** URL to which tablets connect, `wss://<host>:<port>`. */
  readonly url: string;
  /** Root certificate for tablets to install, in PEM; undefined where the certificate is from another authority. */
  readonly root: string | undefined;
  /** Returns the current certificate of the service, in PEM. */
  certificate(): string;
  /** Opens a pairing code for one tablet. */
  pair(): { readonly code: string; readonly until: number };
  tablets(): readonly (Tablet & { readonly isHere: boolean })[];
  /** Removes the tablet whose id starts with `beginning`, and closes its connection; undefined where none or more than one matches. */
  unpair(beginning: string): Tablet | undefined;
  stop(): Promise<void>;
}

export interface LanSurroundings {
  readonly origins: readonly string[];
  readonly pageServer: PageServer;
  readonly log: (line: string) => void;
}

const PROOF_MS = 10_000;
const MIN_PREFIX_LENGTH = 4;
/** Frequent, because a certificate that was created with a wrong clock has to be replaced soon after the network has corrected the time. */
const CERTIFICATE_CHECK_MS = 10 * 60_000;

/** Opens the reader to the paired tablets of the LAN. Throws where the certificate or the folder cannot be used. */
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

  function checkCertificate(): void {
    try {
      const next = read();
      if (next.cert === shown.cert && next.key === shown.key) return;
      listener.renew(next);
      shown = next;
      log(`The certificate was renewed; the new one is valid until ${new X509Certificate(next.cert).validTo}.`);
    } catch (error) {
      log(`The certificate could not be renewed: ${error instanceof Error ? error.message : 'fault'}`);
    }
  }
  const looking = setInterval(checkCertificate, options.certificateMs ?? CERTIFICATE_CHECK_MS);
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
      if (beginning.length < MIN_PREFIX_LENGTH || tablet === undefined || another !== undefined) return undefined;
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

/** Returns the fingerprint of a certificate, as a tablet shows it. */
export function fingerprintOf(pem: string): string {
  return new X509Certificate(pem).fingerprint256;
}
