import { createHash, randomBytes, webcrypto } from 'node:crypto';
import { vi } from 'vitest';
import { LAN_READER } from '../device-store.ts';

type Frame = Record<string, unknown>;

/** Fake of the scanner service at a mini computer, as a page that authenticates sees it. The fake verifies signatures. */
export interface LanService {
  /** Pairing code that is open; null for none. */
  code: string | null;
  /** Name that the computer gives for itself; null where it sends none. */
  name: string | null;
  /** Close code with which the service ends a connection before it sends a nonce; null for none. */
  refuses: number | null;
  readonly tablets: Map<string, { readonly key: JsonWebKey; readonly label: unknown }>;
  readonly dialed: string[];
  /** Frames that were received, of all connections. */
  readonly heard: Frame[];
  /** Newest connection. */
  last(): FakeSocket;
}

/** Browser WebSocket whose other end is the fake service. */
export class FakeSocket {
  static readonly OPEN = 1;
  readyState = 1;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  onerror: (() => void) | null = null;
  readonly nonce = randomBytes(32).toString('base64url');
  closedBy: number | undefined;
  readonly service: LanService;

  constructor(url: string, service: LanService) {
    this.service = service;
    service.dialed.push(url);
    queueMicrotask(() => this.#begin());
  }
  send(text: string): void {
    const frame = JSON.parse(text) as Frame;
    this.service.heard.push(frame);
    if (frame.type === 'proof' || frame.type === 'pair') void this.#judge(frame);
  }
  close(code = 1000): void {
    this.readyState = 3;
    this.closedBy = code;
  }
  /** Sends a frame from the service. */
  say(frame: Frame): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
  /** Closes the connection from the service's side. */
  end(code: number): void {
    this.readyState = 3;
    this.onclose?.({ code, reason: '' });
  }
  #begin(): void {
    const { refuses, name } = this.service;
    if (refuses !== null) return this.end(refuses);
    this.onopen?.();
    if (name !== null) this.say({ type: 'prove', nonce: this.nonce, reader: name });
  }
  async #judge(frame: Frame): Promise<void> {
    const { name, tablets, code } = this.service;
    if (frame.type === 'proof') {
      const known = tablets.get(String(frame.tablet));
      const isTrue = known && (await isSigned(known.key, `mfuko-tablet ${name} ${this.nonce}`, frame.signature));
      return isTrue ? this.say({ type: 'proved' }) : this.end(4401);
    }
    if (code === null) return this.end(4410);
    if (frame.code !== code) return this.end(4403);
    const key = frame.publicKey as JsonWebKey;
    if (!(await isSigned(key, `mfuko-pair ${name} ${this.nonce} ${code}`, frame.signature))) return this.end(4401);
    const text = JSON.stringify({ crv: key.crv, kty: key.kty, x: key.x, y: key.y });
    const tablet = createHash('sha256').update(text).digest('base64url');
    tablets.set(tablet, { key, label: frame.label });
    this.service.code = null;
    this.say({ type: 'paired', tablet });
  }
}

async function isSigned(jwk: JsonWebKey, text: string, signature: unknown): Promise<boolean> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const key = await webcrypto.subtle.importKey('jwk', jwk, algorithm, false, ['verify']);
  const bytes = Buffer.from(String(signature), 'base64url');
  return webcrypto.subtle.verify(algorithm, key, bytes, new TextEncoder().encode(text));
}

/** Puts the fake service behind each WebSocket of this page. */
export function fakeLanService(): LanService {
  let newest: FakeSocket | undefined;
  const service: LanService = {
    ...{ code: '12345678', name: 'gate.lan', refuses: null },
    ...{ tablets: new Map(), dialed: [], heard: [] },
    last: () => newest as FakeSocket,
  };
  class Dialed extends FakeSocket {
    constructor(url: string) {
      super(url, service);
      newest = this;
    }
  }
  vi.stubGlobal('WebSocket', Dialed);
  vi.stubGlobal('crypto', webcrypto);
  return service;
}

/** Replaces `inStore` where there is no IndexedDB; `kept` exposes the stored entries. */
export function fakeStore() {
  const kept = new Map<number, unknown>();
  const store = {
    get: (place: number) => kept.get(place),
    put: (value: unknown, place: number) => void kept.set(place, value),
    delete: (place: number) => void kept.delete(place),
  };
  return {
    inStore: async (_mode: string, work: (store: unknown) => unknown) => work(store),
    reader: () => kept.get(LAN_READER) as Record<string, unknown> | undefined,
    clear: () => kept.clear(),
  };
}
