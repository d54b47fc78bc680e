import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Known vulnerability of a package. */
export interface Advisory {
  readonly name: string;
  readonly severity: string;
  readonly titles: readonly string[];
}

/**
 * Answer of the registry. Unknown does not pass: the registry was unreachable, or does not even report a vulnerability that every
 * registry knows.
 */
export type Advice =
  | { readonly state: 'fine'; readonly packages: number }
  | { readonly state: 'found'; readonly advisories: readonly Advisory[] }
  | { readonly state: 'unknown'; readonly why: string };

/** Canary: a package whose advisories every registry with advisories has had for years. */
const BAIT = { name: 'lodash', version: '4.17.4' };

/** Asks npm's registry for advisories of the packages in a folder's lock file. */
export async function askAdvisories(folder: string, registry?: string): Promise<Advice> {
  const bait = mkdtempSync(join(tmpdir(), 'mfuko-advisories-'));
  try {
    writeFileSync(join(bait, 'package.json'), JSON.stringify(manifest()));
    writeFileSync(join(bait, 'package-lock.json'), JSON.stringify(lock()));
    const known = await audit(bait, registry);
    if (known.state === 'unknown') return known;
    if (known.state === 'fine')
      return {
        state: 'unknown',
        why: `the registry knows of no fault in ${BAIT.name} ${BAIT.version}, which has some`,
      };
    return await audit(folder, registry);
  } finally {
    rmSync(bait, { recursive: true });
  }
}

function manifest() {
  return { name: 'bait', version: '1.0.0', private: true, dependencies: { [BAIT.name]: BAIT.version } };
}

function lock() {
  const packages = { '': manifest(), [`node_modules/${BAIT.name}`]: { version: BAIT.version } };
  return { name: 'bait', version: '1.0.0', lockfileVersion: 3, requires: true, packages };
}

async function audit(folder: string, registry?: string): Promise<Advice> {
  const cli = process.env.npm_execpath;
  const args = [
    'audit',
    '--json',
    '--package-lock-only',
    '--fetch-retries=0',
    ...(registry ? ['--registry', registry] : []),
  ];
  const text = await new Promise<string>((answer) =>
    // `npm audit` exits with 1 both for findings and for a failed request.
    execFile(
      cli ? process.execPath : 'npm',
      cli ? [cli, ...args] : args,
      { cwd: folder, timeout: 120_000, maxBuffer: 64 * 1024 * 1024 },
      (_error, stdout) => answer(stdout),
    ),
  );
  return readAudit(text);
}

interface Report {
  readonly auditReportVersion?: number;
  readonly message?: string;
  readonly vulnerabilities?: Readonly<
    Record<string, { severity?: string; via?: readonly (string | { title?: string })[] }>
  >;
  readonly metadata?: { readonly dependencies?: { readonly total?: number } };
}

/** Parses the output of `npm audit --json`. */
export function readAudit(text: string): Advice {
  let report: Report;
  try {
    report = JSON.parse(text) as Report;
  } catch {
    return { state: 'unknown', why: 'npm audit said nothing that can be read' };
  }
  const { vulnerabilities, metadata } = report;
  const packages = metadata?.dependencies?.total ?? 0;
  if (report.auditReportVersion !== 2 || !vulnerabilities || packages === 0)
    return { state: 'unknown', why: report.message ?? 'npm audit looked at no package' };
  const advisories = Object.entries(vulnerabilities).map(([name, { severity = 'unknown', via = [] }]) => ({
    name,
    severity,
    titles: via.map((cause) => (typeof cause === 'string' ? `by ${cause}` : (cause.title ?? 'untitled'))),
  }));
  return advisories.length > 0 ? { state: 'found', advisories } : { state: 'fine', packages };
}
