import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';

const ROOT = realpathSync(fileURLToPath(new URL('..', import.meta.url)));

/** Programs that the journeys start, including the server's workers and simulators. */
const PROGRAMS = [
  'apps/server/src/main.ts',
  'apps/server/src/admin-create.ts',
  'apps/server/src/features/fingerprints/engine-worker.ts',
  'apps/server/src/platform/spreadsheets/reading-worker.ts',
  'apps/simulators/src/main.ts',
];

/** Packages of many modules that are plain JavaScript; others are loaded as they are installed. */
const BUNDLED = [/^@mfuko\//, 'zod', 'write-excel-file', '@noble/ciphers'];

export interface Programs {
  /** Files of the programs, by the paths of their sources below the root. */
  readonly files: Readonly<Record<string, string>>;
  /** Folder of Node's compile cache for these files. */
  readonly compiled: string;
}

/**
 * Bundles each program of the journeys into one file: loading the server's twelve hundred modules takes a second of processor time at each
 * start, and a run starts it some fifty times. Each module keeps the URL of its source. `remove` deletes the files.
 */
export async function bundlePrograms(): Promise<{ programs: Programs; remove(): void }> {
  // Below node_modules, so that a bundle finds the same packages as its sources.
  const cache = join(ROOT, 'node_modules/.cache/journeys');
  mkdirSync(cache, { recursive: true });
  removeOfKilledRuns(cache);
  const folder = join(cache, String(process.pid));
  const files = Object.fromEntries(PROGRAMS.map((path) => [path, join(folder, `${nameOf(path)}.mjs`)]));
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    plugins: [keepUrls(files)],
    ssr: { noExternal: BUNDLED },
    build: {
      ssr: true,
      outDir: folder,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(PROGRAMS.map((path) => [nameOf(path), join(ROOT, path)])),
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  return {
    programs: { files, compiled: join(folder, 'compiled') },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function removeOfKilledRuns(cache: string): void {
  const left = readdirSync(cache).filter((pid) => !existsSync(`/proc/${pid}`));
  for (const pid of left) rmSync(join(cache, pid), { recursive: true, force: true });
}

function nameOf(path: string): string {
  return path.replaceAll(/[/.]/g, '-');
}

/** Lets modules find the files beside their sources, and start the bundles of programs. */
function keepUrls(files: Programs['files']): Plugin {
  return {
    name: 'keep-urls',
    // Before the types are removed, which changes the quotes.
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(`${ROOT}/`) || !code.includes('import.meta.url')) return null;
      const bundled = code.replaceAll(/new URL\('([^']+\.ts)', import\.meta\.url\)/g, (found, to: string) => {
        const program = files[relative(ROOT, join(dirname(id), to))];
        return program === undefined ? found : `new URL(${JSON.stringify(pathToFileURL(program).href)})`;
      });
      return { code: bundled.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)), map: null };
    },
  };
}
