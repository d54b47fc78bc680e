import { afterAll, beforeAll } from 'vitest';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { type RunningServer, startServer } from './server.ts';

/** People of the demonstration school. */
const ADMIN = '254700000001';
const BURSAR = '254700000002';

/** A journey in the demonstration school, whose bursar has signed in by calls and sees no screen yet. */
export interface DemoSchool {
  readonly server: RunningServer;
  readonly journey: Journey;
  /** The calls of an Admin who acts on the school; asked for by `office`. */
  readonly office: WireClient;
  /** Id of the school. */
  readonly sysid: string;
}

interface Options {
  /** Settings of its server, handed over as it starts. */
  readonly env?: Record<string, string> | (() => Promise<Record<string, string>>);
  /** Calls of an Admin before anybody opens a screen: without it no Admin signs in. */
  readonly office?: (office: WireClient, sysid: string) => Promise<unknown>;
}

/**
 * For the top of a file of tests: starts a server on the demonstration school and a browser before them, ends both behind them, and keeps a
 * picture of what failed. Answers how to get at them inside of a test.
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
