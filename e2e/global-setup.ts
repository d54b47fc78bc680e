import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { bundlePrograms, type Programs } from './bundle.ts';
import { ownerUrlOf, type RunningServer, runServer } from './server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    preparedFolders: Readonly<Record<'demo' | 'none', string>>;
    programs: Programs;
    /** Folder with a file for each part of the console's frame that a journey of this run has passed as correct. */
    judgedFrames: string;
  }
}

/**
 * Prepares two data folders once, with the demonstration school and without any: each journey works on a copy, which is much faster than
 * creating the cluster, the tables and the school.
 */
export async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'mfuko-journeys-'));
  const prepared = { demo: join(folder, 'demo'), none: join(folder, 'none') };
  const judgedFrames = join(folder, 'judged-frames');
  mkdirSync(judgedFrames);
  const { programs, remove } = await bundlePrograms();
  await Promise.all(
    (['demo', 'none'] as const).map(async (seed) => {
      const server = await runServer({ SEED: seed === 'demo' ? 'demo-morning' : seed }, prepared[seed], programs);
      if (seed === 'demo') await server.printed('have their fingers enrolled');
      await doOverdueWork(server);
      await server.end('SIGTERM');
    }),
  );
  project.provide('preparedFolders', prepared);
  project.provide('judgedFrames', judgedFrames);
  project.provide('programs', programs);
  return () => {
    remove();
    rmSync(folder, { recursive: true, force: true });
  };
}

/**
 * Runs the nightly and hourly jobs that a new server finds overdue at the next ten minutes: otherwise each later journey would seal and
 * verify the demonstration school's two months of books itself. Throws if the jobs do not end.
 */
async function doOverdueWork(server: RunningServer): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrlOf(server) });
  await owner.connect();
  try {
    const count = async (statement: string) => (await owner.query(statement)).rowCount;
    await owner.query(`SELECT graphile_worker.add_job('catch-up')`);
    for (let tries = 0; tries < 3_000; tries++) {
      const queued = await count(`SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = 'catch-up'`);
      const undone = await count('SELECT 1 FROM job_runs WHERE ran_at IS NULL');
      if (queued === 0 && undone === 0) return;
      await sleep(100);
    }
    throw new Error('The overdue work of a prepared folder was not done.');
  } finally {
    await owner.end();
  }
}
