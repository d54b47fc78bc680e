import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { afterEach, describe, expect, it } from 'vitest';
import { agreed, readAnswer, sntpTime } from './sntp.ts';

const SECONDS_1900_TO_1970 = 2_208_988_800;
const NOON = Date.UTC(2026, 10, 22, 12);

function packetOf(nonce: Buffer, unixMs: number, head = 0x24, stratum = 2): Buffer {
  const packet = Buffer.alloc(48);
  packet[0] = head;
  packet[1] = stratum;
  nonce.copy(packet, 24);
  for (const at of [32, 40]) packet.writeUInt32BE((Math.floor(unixMs / 1000) + SECONDS_1900_TO_1970) % 2 ** 32, at);
  return packet;
}

describe('SNTP answers', () => {
  const nonce = Buffer.from('abcdefgh');

  it('readAnswer adds half of the round trip to the network time', () => {
    expect(readAnswer(packetOf(nonce, NOON), nonce, 1_000, 1_400)).toEqual({ networkMs: NOON + 200, steadyMs: 1_400 });
  });

  it('readAnswer reads times after the rollover in 2036', () => {
    const later = Date.UTC(2040, 0, 1);
    expect(readAnswer(packetOf(nonce, later), nonce, 0, 0)?.networkMs).toBe(later);
  });

  it.each([
    ['to another question', packetOf(Buffer.from('12345678'), NOON)],
    ['of a server that has lost the time', packetOf(nonce, NOON, 0xe4)],
    ['that says to stay away', packetOf(nonce, NOON, 0x24, 0)],
    ['that is no answer', packetOf(nonce, NOON, 0x23)],
    ['that is cut off', packetOf(nonce, NOON).subarray(0, 47)],
  ])('readAnswer returns null for an answer %s', (_name, packet) => {
    expect(readAnswer(packet, nonce, 0, 0)).toBeNull();
  });

  it('agreed returns the time of the majority, else null', () => {
    const at = (hours: number) => ({ networkMs: NOON + hours * 3_600_000, steadyMs: 0 });
    expect(agreed([at(0), at(5), at(0)])).toEqual(at(0));
    expect(agreed([at(0), at(5)])).toBeNull();
    expect(agreed([at(0), at(5), at(-5)])).toBeNull();
    expect(agreed([])).toBeNull();
  });
});

describe('sntpTime', () => {
  let server: Socket | undefined;
  afterEach(() => {
    server?.close();
    server = undefined;
  });

  it('returns the time of a server that answers', async () => {
    server = createSocket('udp4');
    const heard = server;
    heard.on('message', (request, { port, address }) =>
      heard.send(packetOf(request.subarray(40, 48), NOON), port, address),
    );
    heard.bind(0, '127.0.0.1');
    await once(heard, 'listening');
    const before = performance.now();
    const told = await sntpTime(`127.0.0.1:${(heard.address() as AddressInfo).port}`).ask();
    const passed = performance.now() - before;
    expect(told?.networkMs).toBeGreaterThanOrEqual(NOON);
    expect(told?.networkMs).toBeLessThanOrEqual(NOON + passed);
  });

  it('returns null for an unknown host', async () => {
    expect(await sntpTime('no-such-host.invalid').ask()).toBeNull();
  });
});
