import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { openKeys } from '../crypto/keys.ts';
import { openDatabase } from '../database/database.ts';
import { openAddressLimiter } from './address-limiter.ts';
import { callerOf } from './caller-address.ts';
import { limitConnections } from './connections.ts';
import { openRateLimiters } from './rate-limiters.ts';

const call = (remoteAddress: string, forwarded?: string) => ({
  socket: { remoteAddress },
  headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
});

describe('callerOf', () => {
  it.each([
    ['41.90.1.1', undefined, '41.90.1.1'],
    ['::ffff:41.90.1.1', undefined, '41.90.1.1'],
    // Only a trusted proxy's header is believed.
    ['41.90.1.1', '41.90.2.2', '41.90.1.1'],
    ['10.0.0.1', '41.90.2.2', '41.90.2.2'],
    ['10.0.0.1', '41.90.3.3, 41.90.2.2, 10.0.0.2', '41.90.2.2'],
    ['10.0.0.1', 'nonsense', null],
    ['10.0.0.1', undefined, null],
    ['127.0.0.1', undefined, null],
    ['127.0.0.1', '41.90.2.2', null],
    ['::1', undefined, null],
    ['2c0f:fe38:1:2:3:4:5:6', undefined, '2c0f:fe38:1:2::/64'],
    ['2c0f:fe38::9', undefined, '2c0f:fe38:0:0::/64'],
    ['fe80::1%eth0', undefined, 'fe80:0:0:0::/64'],
  ])('for the address %s with %s forwarded returns %s', (address, forwarded, caller) => {
    expect(callerOf(call(address, forwarded), ['10.0.0.1', '10.0.0.2'])).toBe(caller);
  });
});

describe('the address rate limiter', () => {
  const at = (caller: string | null) => ({ caller }) as FastifyRequest;
  const aloneAt = (now: () => number) =>
    openRateLimiters({
      config: readConfig({ APP_WIRE_KEY: 'a'.repeat(16), DATA_DIR: '/nowhere' }),
      db: openDatabase('postgresql://nowhere', 2),
      keys: openKeys(Buffer.alloc(32)),
      clock: { now },
    });

  it('allows a burst per address, then refills at the rate per minute', () => {
    let now = 0;
    const limiter = openAddressLimiter({ aMinute: 60, limiters: aloneAt(() => now) });
    for (let calls = 0; calls < 60; calls++) limiter.take(at('41.90.1.1'));
    expect(() => limiter.take(at('41.90.1.1'))).toThrow('from your network');
    expect(() => limiter.take(at('41.90.1.2'))).not.toThrow();
    now += 1000;
    limiter.take(at('41.90.1.1'));
    expect(() => limiter.take(at('41.90.1.1'))).toThrow('from your network');
  });

  it('rejects an unknown session, but no live one and no call from this machine', () => {
    const limiter = openAddressLimiter({ aMinute: 60, limiters: aloneAt(() => 0) });
    limiter.remember('live');
    for (let calls = 0; calls < 61; calls++) limiter.charge(at('41.90.1.1'));
    expect(() => limiter.refuseStranger(at('41.90.1.1'), 'forged')).toThrow('from your network');
    expect(() => limiter.refuseStranger(at('41.90.1.1'), 'live')).not.toThrow();
    for (let calls = 0; calls < 100; calls++) limiter.take(at(null));
  });
});

describe('limitConnections', () => {
  it('limits one address to a quarter of all connections, except a trusted proxy', () => {
    const server = new EventEmitter() as Server;
    limitConnections(server, 100, ['10.0.0.1']);
    const open = (remoteAddress: string) => {
      const socket = Object.assign(new EventEmitter(), { remoteAddress, cut: false, destroy: () => undefined });
      socket.destroy = () => {
        socket.cut = true;
        socket.emit('close');
        return undefined;
      };
      server.emit('connection', socket);
      return socket;
    };
    const held = Array.from({ length: 25 }, () => open('41.90.1.1'));
    expect(held.some(({ cut }) => cut)).toBe(false);
    expect(open('41.90.1.1').cut).toBe(true);
    expect(open('41.90.1.2').cut).toBe(false);
    held[0]?.emit('close');
    expect(open('41.90.1.1').cut).toBe(false);
    expect(Array.from({ length: 60 }, () => open('10.0.0.1')).some(({ cut }) => cut)).toBe(false);
  });
});
