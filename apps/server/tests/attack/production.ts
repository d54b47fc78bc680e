import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type WireClient } from '../../../../e2e/client.ts';
import { type RunningServer, runServer } from '../../../../e2e/server.ts';
import { openAuthority } from '../../../scanner/src/lan/authority.testkit.ts';
import { authenticatorOf } from '../../src/features/session/second-factor.testkit.ts';
import { createRecord, makeSchool } from '../chaos/setting.ts';
import { openSuperuserSession } from '../chaos/superuser-session.ts';
import type { Site } from './cast.ts';
import { openTlsProxy } from './tls-proxy.ts';

/** Stand-in for the providers that production requires, on this machine. */
interface Providers {
  /** Settings of a production server that reaches these providers and no others. */
  readonly env: Readonly<Record<string, string>>;
  /** Returns the newest code sent to a number since the last call for that number. Waits for the code. */
  codeFor(phone: string): Promise<string>;
  close(): void;
}

/** Opens an SMS provider that accepts every message, and an M-Pesa that is down, by TLS as production demands. */
async function openProviders(folder: string): Promise<Providers> {
  const authority = openAuthority(folder, '127.0.0.1');
  const root = join(folder, 'root.pem');
  writeFileSync(root, authority.root);
  const codes = new Map<string, string>();
  const server = createServer(authority.current(), async (request, response) => {
    const form = new URLSearchParams(await text(request));
    const [code] = /\b\d{6}\b/.exec(form.get('message') ?? '') ?? [];
    if (code) codes.set(form.get('to') ?? '', code);
    const accepted = { statusCode: 101, status: 'Success', cost: 'KES 0.8000', messageId: 'None' };
    response.setHeader('content-type', 'application/json');
    if (request.url?.startsWith('/version1/messaging'))
      response.writeHead(201).end(JSON.stringify({ SMSMessageData: { Message: 'Sent', Recipients: [accepted] } }));
    else response.writeHead(503).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    env: {
      NODE_ENV: 'production',
      APP_WIRE_KEY: randomBytes(8).toString('hex'),
      MASTER_KEY: randomBytes(32).toString('base64'),
      AFRICASTALKING_USERNAME: 'school',
      AFRICASTALKING_API_KEY: 'key',
      AFRICASTALKING_BASE_URL: url,
      DARAJA_BASE_URL: url,
      NODE_EXTRA_CA_CERTS: root,
      TIME_SERVER: 'none',
      // The attackers are programs: their sessions have no cookie.
      ALLOW_HEADER_SESSIONS: 'true',
    },
    async codeFor(phone) {
      const to = `+${phone}`;
      for (let tries = 0; tries < 1_200; tries++) {
        const code = codes.get(to);
        codes.delete(to);
        if (code) return code;
        await sleep(50);
      }
      throw new Error('no code was sent');
    },
    close: () => void server.close(),
  };
}

export interface ProductionSite {
  readonly site: Site;
  readonly server: RunningServer;
  close(): Promise<void>;
}

const ADMIN = '254711000001';

/**
 * Starts a production server in a process and on a database of its own, in the folder, as the package starts it; `behindProxy` behind a
 * proxy that ends TLS, whose word on addresses it trusts.
 */
export async function openProductionSite(
  env: Record<string, string>,
  folder: string,
  { behindProxy = false } = {},
): Promise<ProductionSite> {
  const providers = await openProviders(join(folder, 'providers'));
  const proxy = behindProxy ? await openTlsProxy(join(folder, 'proxy')) : null;
  const ofProxy = proxy && { PUBLIC_URL: proxy.url, TRUSTED_PROXY: '127.0.0.1' };
  const server = await runServer({ ...providers.env, ...ofProxy, ...env }, join(folder, 'data'));
  proxy?.forwardTo(server.url);
  const superuser = openSuperuserSession(server.dataDir);
  const signIn = async (phone: string) => {
    const client = await connect(server.url);
    await client.signIn(phone, () => providers.codeFor(phone));
    return client;
  };
  await server.createAdmin(ADMIN);
  const admin = await signIn(ADMIN);
  await setUpFactor(admin);
  await superuser.rows(STEP_UP);
  let hired = 0;
  const site: Site = {
    url: server.url,
    ...(proxy && { front: { url: proxy.url, root: proxy.root } }),
    admin,
    rows: (text, given) => superuser.rows(text, given),
    async aSchool(name, code) {
      const school = await makeSchool(admin, name, code);
      admin.actOn(school);
      await createRecord(admin, 'school/beginVisit', { reason: 'The set-up of an attack' });
      return school;
    },
    async hire(role, school, duty) {
      const phone = `2547110002${String(++hired).padStart(2, '0')}`;
      await createRecord(admin, 'school/createUser', {
        phoneNumber: phone,
        email: 'jina@example.com',
        firstName: 'Peter',
        lastNames: 'Kamau',
        role,
        schoolSYSID: school,
        password: 'mlango-wa-shule',
        confirmPassword: 'mlango-wa-shule',
        ...(duty ? { duties: [duty] } : {}),
      });
      const client = await signIn(phone);
      if (role === 'Admin') await setUpFactor(client);
      return { role, phone, token: client.token() };
    },
    async stand(own) {
      await superuser.rows(STEP_UP);
      await superuser.rows(VISIT, [own]);
    },
  };
  return {
    site,
    server,
    async close() {
      await superuser.close();
      await server.stop();
      proxy?.close();
      providers.close();
    },
  };
}

/** Sets up an authenticator, without which an Admin in production may do nothing. */
async function setUpFactor(client: WireClient): Promise<void> {
  const { secret } = await createRecord(client, 'profile/startTotp', {});
  await createRecord(client, 'profile/confirmTotp', { totp: authenticatorOf(String(secret)).code() });
}

/** Makes all sessions step up for the whole attack, so that it reaches what lies behind. */
const STEP_UP = `UPDATE sessions SET stepped_up_at = clock_timestamp() + interval '1 day', proven_at = clock_timestamp()`;
/** Opens a visit of each Admin to the school, for the same purpose. */
const VISIT = `INSERT INTO platform_visits (school_id, id, user_id, names, reason, ends_at)
  SELECT $1, gen_random_uuid(), u.id, 'Peter Kamau', 'An attack', clock_timestamp() + interval '1 day' FROM users u
  WHERE u.role = 'Admin' AND NOT EXISTS (
    SELECT 1 FROM platform_visits v WHERE v.school_id = $1 AND v.user_id = u.id AND v.ends_at > clock_timestamp() + interval '1 hour')`;
