import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node';
import type { TestServer } from '../../apps/server/tests/database.ts';
import config from '../../vitest.config.ts';
import { ROOT } from '../sources.ts';
import { type Manifest, VARIABLES } from './manifest.ts';

/** Result of a test run; `timeout` if the run exceeded its limit. */
export type RunEnd = 'passed' | 'failed' | 'timeout';

export interface RunOptions {
  /** Paths relative to the root, in the order of execution. */
  readonly tests: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly server?: TestServer | undefined;
  readonly limitMs: number;
}

export interface TestRuns {
  /** Test files that can run here, relative to the root. */
  readonly files: readonly string[];
  /** Runs test files in a separate process, until the first test fails. */
  run(options: RunOptions): Promise<{ end: RunEnd; ms: number; why: string }>;
  close(): Promise<void>;
}

/**
 * Projects of vitest.config.ts whose tests can run with mutants; journeys cannot, because their servers and browser are separate
 * processes.
 */
const PROJECTS = ['unit', 'server', 'web'];

/** Maximum duration of one file whose duration is not yet known. */
export const MAX_MS = 600_000;

/** Opens vitest for many short runs, with the instrumented sources in place of the originals. */
export async function openTestRuns(manifest: Manifest, manifestFile: string): Promise<TestRuns> {
  const vitest = await createVitest(
    {
      config: false,
      root: ROOT,
      watch: false,
      reporters: [{}],
      bail: 1,
      silent: true,
      projects: projectsOf(manifest, manifestFile),
    },
    { logLevel: 'silent' },
  );
  const specifications = await vitest.globTestSpecifications();
  const byFile = new Map(specifications.map((one) => [relative(ROOT, one.moduleId), one]));
  return {
    files: [...byFile.keys()].sort(),
    async run({ tests, environment, server, limitMs }) {
      const began = performance.now();
      const chosen = tests.flatMap((file) => byFile.get(file) ?? []);
      for (const project of vitest.projects) {
        project.config.env = { ...environment, [VARIABLES.limit]: String(limitMs) };
        if (server) project.provide('testServer', server);
      }
      // One project after the other: those without a database give the fastest results.
      for (const name of PROJECTS) {
        const part = chosen.filter((one) => one.project.name === name);
        const why = part.length === 0 ? undefined : await failureOf(vitest, part);
        const ms = performance.now() - began;
        if (why !== undefined) return { end: ms >= limitMs ? 'timeout' : 'failed', ms, why };
      }
      return { end: 'passed', ms: performance.now() - began, why: '' };
    },
    close: () => vitest.close(),
  };
}

function projectsOf(manifest: Manifest, manifestFile: string) {
  const plugin: Plugin = {
    name: 'mutants',
    enforce: 'pre',
    transform(_code, id) {
      const source = manifest[id.replace(/\?.*$/, '')];
      return source === undefined ? undefined : { code: readFileSync(source, 'utf8'), map: null };
    },
  };
  const runtime = new URL('./runtime.ts', import.meta.url).href;
  process.env[VARIABLES.manifest] = manifestFile;
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${runtime}`;
  return (config.test?.projects ?? []).flatMap((project) => {
    if (typeof project !== 'object' || !('test' in project)) return [];
    const { test } = project;
    if (!test || typeof test.name !== 'string' || !PROJECTS.includes(test.name)) return [];
    // The database is started once for all workers, and the module cache on disk is not used. Only the run as a whole has a limit, since
    // a single test that is slow on a busy machine would otherwise count as a detection.
    const ours = {
      globalSetup: [],
      maxWorkers: 1,
      isolate: false,
      fileParallelism: false,
      fsModuleCache: false,
      retry: 0,
      testTimeout: MAX_MS,
      hookTimeout: MAX_MS,
    };
    return [{ ...project, plugins: [plugin], test: { ...test, ...ours } }];
  });
}

/** Returns the reason why a run failed; undefined if it passed. */
async function failureOf(vitest: Vitest, specifications: TestSpecification[]): Promise<string | undefined> {
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const asked = new Set(specifications.map(({ moduleId }) => moduleId));
  // Vitest keeps the files and results of earlier runs.
  for (const module of testModules.filter(({ moduleId }) => asked.has(moduleId))) {
    for (const test of module.children.allTests()) {
      const { state, errors } = test.result();
      if (state === 'failed') return `${module.relativeModuleId} > ${test.fullName}: ${errors?.[0]?.message}`;
    }
    const [error] = module.errors();
    if (error) return `${module.relativeModuleId}: ${error.message}`;
    if (!module.ok()) return `${module.relativeModuleId}: ${module.state()}`;
  }
  const [error] = unhandledErrors;
  return error === undefined ? undefined : String((error as Error).message ?? error);
}
