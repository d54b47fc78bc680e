import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { runServer } from './server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    preparedFolders: Readonly<Record<'demo' | 'none', string>>;
    /** Folder with a file for each part of the console's frame that a journey of this run found in order. */
    judgedFrames: string;
  }
}

/**
 * Fills two data folders once, one with the demonstration school and one without any: each journey works on a copy of its
 * own, which costs a fraction of making the cluster, the tables and the school anew.
 */
export async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'mfuko-journeys-'));
  const prepared = { demo: join(folder, 'demo'), none: join(folder, 'none') };
  const judgedFrames = join(folder, 'judged-frames');
  mkdirSync(judgedFrames);
  await Promise.all(
    (['demo', 'none'] as const).map(async (seed) => {
      const server = await runServer({ SEED: seed === 'demo' ? 'demo-morning' : seed }, prepared[seed]);
      if (seed === 'demo') await server.printed('have their fingers enrolled');
      await server.end('SIGTERM');
    }),
  );
  project.provide('preparedFolders', prepared);
  project.provide('judgedFrames', judgedFrames);
  return () => rmSync(folder, { recursive: true, force: true });
}
