import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { isIPv6 } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NetworkTime, TimeSource } from './port.ts';

const NTP_PORT = 123;
const TIMEOUT_MS = 3_000;
/** Maximum number of servers behind one name that are queried in parallel. */
const MAX_SERVERS = 3;
/** Maximum difference between two servers that agree. */
const AGREEMENT_MS = 60_000;
const PACKET_BYTES = 48;
/** Offset between the epoch of NTP (1900) and that of Unix (1970). */
const SECONDS_1900_TO_1970 = 2_208_988_800;
const ERA_SECONDS = 2 ** 32;

/** Queries `host` or `host:port` by SNTP (RFC 4330): up to three of the servers behind the name, of which most have to agree. */
export function sntpTime(server: string): TimeSource {
  const [, host = server, port] = /^\[?(.+?)\]?(?::(\d+))?$/.exec(server) ?? [];
  return {
    name: server,
    async ask() {
      // Limits the DNS lookup, which may take very long without a network.
      const found = await Promise.race([
        lookup(host, { all: true }).catch(() => []),
        sleep<never[]>(TIMEOUT_MS, [], { ref: false }),
      ]);
      const asked = found.slice(0, MAX_SERVERS).map(({ address }) => askServer(address, Number(port ?? NTP_PORT)));
      const answers = await Promise.all(asked);
      return agreed(answers.filter((answer) => answer !== null));
    },
  };
}

/** Returns the median answer if most answers are close to it. */
export function agreed(answers: readonly NetworkTime[]): NetworkTime | null {
  const sorted = answers.toSorted((one, other) => zeroOf(one) - zeroOf(other));
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) return null;
  const close = sorted.filter((one) => Math.abs(zeroOf(one) - zeroOf(middle)) <= AGREEMENT_MS);
  return close.length * 2 > sorted.length ? middle : null;
}

/** Returns the network time at zero of the monotonic clock, so that answers of different moments can be compared. */
function zeroOf({ networkMs, steadyMs }: NetworkTime): number {
  return networkMs - steadyMs;
}

function askServer(address: string, port: number): Promise<NetworkTime | null> {
  return new Promise((resolve) => {
    const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
    const request = Buffer.alloc(PACKET_BYTES);
    // Protocol version 4, client mode.
    request[0] = 0x23;
    // A random value instead of our time: the server echoes it, which authenticates the response to this request.
    const nonce = randomBytes(8);
    nonce.copy(request, 40);
    let sentMs = performance.now();
    const end = (answer: NetworkTime | null) => {
      clearTimeout(timer);
      socket.close();
      resolve(answer);
    };
    const timer = setTimeout(() => end(null), TIMEOUT_MS);
    // An unreachable server gives no answer; most of the queried servers have to agree.
    socket.on('error', () => end(null));
    socket.on('message', (packet) => {
      const answer = readAnswer(packet, nonce, sentMs, performance.now());
      if (answer) end(answer);
    });
    socket.connect(port, address, () => {
      sentMs = performance.now();
      socket.send(request);
    });
  });
}

/** Parses an SNTP packet; null where it does not answer this request, or where the server is not synchronised. */
export function readAnswer(packet: Buffer, nonce: Buffer, sentMs: number, receivedMs: number): NetworkTime | null {
  if (packet.length < PACKET_BYTES || !packet.subarray(24, 32).equals(nonce)) return null;
  const [head = 0, stratum = 0] = packet;
  const serverMode = (head & 0b111) === 4;
  const alarm = head >> 6 === 3;
  if (!serverMode || alarm || stratum < 1 || stratum > 15) return null;
  const arrived = readStamp(packet, 32);
  const left = readStamp(packet, 40);
  const underway = Math.max(0, receivedMs - sentMs - (left - arrived));
  return { networkMs: left + underway / 2, steadyMs: receivedMs };
}

/** Parses an NTP timestamp: seconds since 1900 and their fraction. The counter wraps in 2036. */
function readStamp(packet: Buffer, at: number): number {
  const seconds = packet.readUInt32BE(at);
  const era = seconds < ERA_SECONDS / 2 ? ERA_SECONDS : 0;
  return (seconds + era - SECONDS_1900_TO_1970 + packet.readUInt32BE(at + 4) / ERA_SECONDS) * 1_000;
}
