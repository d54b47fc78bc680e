import { afterAll, beforeAll } from 'vitest';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { type RunningServer, startServer } from './server.ts';

/** People of the demonstration school. */
const ADMIN = '254700000001';
const BURSAR = '254700000002';

/** A journey in the demonstration school, whose bursar is signed in by API calls with no screen open yet. */
export interface DemoSchool {
  readonly server: RunningServer;
  readonly journey: Journey;
  /** Client of an Admin who acts on the school; only if `office` was given. */
  readonly office: WireClient;
  /** Id of the school. */
  readonly sysid: string;
}

interface Options {
  /** Settings of the server, passed at its start. */
  readonly env?: Record<string, string> | (() => Promise<Record<string, string>>);
  /** Prepares the school by an Admin's calls before a screen opens; without `office` no Admin signs in. */
  readonly office?: (office: WireClient, sysid: string) => Promise<unknown>;
}

/**
 * Fixture for the top of a test file: starts a server on the demonstration school and a browser, ends both afterwards, and saves a
 * screenshot of failures. Returns a function that gives tests access to them.
 */
export function demoSchool({ env = {}, office: prepare }: Options = {}): () => DemoSchool {
  let server: RunningServer | undefined;
  let journey: Journey | undefined;
  let office: WireClient | undefined;
  let sysid = '';
  beforeAll(async () => {
    const running = await startServer({ SEED: 'demo', ...(typeof env === 'function' ? await env() : env) });
    server = running;
    if (prepare) {
      office = await connect(running.url);
      await office.signIn(ADMIN, () => running.codeFor(ADMIN));
      sysid = String((await office.call('school/viewSchools', {}, 'GET')).body[0]?.sysid);
      office.actOn(sysid);
      await prepare(office, sysid);
    }
    journey = await openJourney(running);
    await journey.enter(BURSAR);
  }, 120_000);
  afterAll(async () => {
    await journey?.close();
    await server?.stop();
  });
  const school = (): DemoSchool => {
    if (!server || !journey) throw new Error('It has not been opened.');
    return { server, journey, sysid, office: office ?? noOffice() };
  };
  recordFailures(() => journey?.page);
  return school;
}

function noOffice(): WireClient {
  return new Proxy({} as WireClient, {
    get() {
      throw new Error('No Admin was asked for.');
    },
  });
}
