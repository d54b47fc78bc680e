import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ACCOUNT } from '../../simulators/src/mpesa/merchant.testkit.ts';
import { openTokenStore } from '../src/features/payments/index.ts';
import { darajaPayments } from '../src/gateways/payments/index.ts';
import { openKeys } from '../src/platform/crypto/keys.ts';
import { openDatabase } from '../src/platform/database/database.ts';
import { systemClock } from '../src/platform/process/clock.ts';

const TOKEN_CALL = '/oauth/v1/generate';

/** A server's client of M-Pesa: its own database connections, and the shared token. */
export function openMpesaServer(appUrl: string, master: Buffer, baseUrl: string) {
  const db = openDatabase(appUrl, 6);
  const tokenStore = openTokenStore({ db, keys: openKeys(master) });
  const gateway = darajaPayments({ baseUrl, clock: systemClock, timeoutMs: 10_000, tokenStore });
  return {
    gateway,
    tokenStore,
    /** A call that M-Pesa accepts only with a valid token. */
    call: () =>
      gateway.registerUrls(ACCOUNT, {
        validationUrl: 'http://127.0.0.1/hooks/c2b/v',
        confirmationUrl: 'http://127.0.0.1/hooks/c2b/c',
        whenUnreachable: 'Cancelled',
        phones: 'masked',
      }),
    close: () => db.close(),
  };
}

export type MpesaServer = ReturnType<typeof openMpesaServer>;

/** Proxy between all servers and the simulator. It counts token calls, and holds the next one on demand. */
export async function openLine(to: string) {
  let next: { readonly where: Where; readonly asked: () => void; readonly until: Promise<void> } | undefined;
  let release: () => void = () => undefined;
  let tokenCalls = 0;
  const line = createServer(async (heard, answer) => {
    const { method, headers, url = '' } = heard;
    const isTokenCall = url.startsWith(TOKEN_CALL);
    const held = isTokenCall ? next : undefined;
    if (isTokenCall) tokenCalls++;
    if (held) next = undefined;
    const wait = async (where: Where) => {
      if (held?.where !== where) return;
      held.asked();
      await held.until;
    };
    await wait('asked');
    const onward = request(new URL(url, to), { method, headers }, async (said) => {
      await wait('answered');
      answer.writeHead(said.statusCode ?? 502, said.headers);
      said.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    heard.pipe(onward);
  });
  line.listen(0, '127.0.0.1');
  await once(line, 'listening');
  return {
    url: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    tokenCalls: () => tokenCalls,
    /** Holds only the next token call: before M-Pesa receives it, or before its answer arrives. */
    hold(where: Where): { readonly isHeld: Promise<void>; release(): void } {
      const asked = Promise.withResolvers<void>();
      const until = Promise.withResolvers<void>();
      next = { where, asked: asked.resolve, until: until.promise };
      release = until.resolve;
      return { isHeld: asked.promise, release };
    },
    close(): void {
      release();
      line.close();
      line.closeAllConnections();
    },
  };
}

type Where = 'asked' | 'answered';
