// A process that runs tests against one mutant after the other, as `workers.ts` asks it to.
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { onServer, type TestServer } from '../../apps/server/tests/database.ts';
import type { Manifest } from './manifest.ts';
import { openTestRuns, type TestRuns } from './test-runs.ts';
import type { Answer, Job, Start } from './workers.ts';

interface Ready {
  readonly runs: TestRuns;
  /** Database server with this worker's own template. */
  readonly own: TestServer | undefined;
}

let ready: Promise<Ready> | undefined;

process.on('message', (message: Start | Job) => {
  if ('manifestFile' in message) ready = begin(message);
  const done = 'manifestFile' in message ? ready : work(message);
  done?.catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
process.on('disconnect', () => process.exit());

async function begin({ manifestFile, server, index }: Start): Promise<Ready> {
  const runs = await openTestRuns(JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest, manifestFile);
  if (!server) return { runs, own: undefined };
  const own = { ...server, template: `template_worker_${index}` };
  await copyTemplate(server, own.template);
  return { runs, own };
}

async function work({ id, tests, environment, limitMs, definition }: Job): Promise<void> {
  if (!ready) throw new Error('A job came before the start.');
  const { runs, own } = await ready;
  const server = definition === undefined ? own : await withFunction(own, definition);
  const answer: Answer = { id, ...(await runs.run({ tests, environment, server, limitMs })) };
  process.send?.(answer);
}

/** Creates a template for one mutant: the original with one function replaced. */
async function withFunction(own: TestServer | undefined, definition: string): Promise<TestServer> {
  if (!own) throw new Error('There is no database for the mutant of a function.');
  const server = { ...own, template: `${own.template}_mutant` };
  await copyTemplate(own, server.template);
  const url = new URL(server.ownerUrl);
  url.pathname = server.template;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(definition);
  } finally {
    await client.end();
  }
  return server;
}

async function copyTemplate(server: TestServer, name: string): Promise<void> {
  await onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${server.template} STRATEGY FILE_COPY`);
}
