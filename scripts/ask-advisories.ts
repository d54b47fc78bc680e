import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Fault that is known of a package. */
export interface Advisory {
  readonly name: string;
  readonly severity: string;
  readonly titles: readonly string[];
}

/** Answer of the registry. Unknown is not fine: nobody could be asked, or who answered knows nothing of faults that everybody knows. */
export type Advice =
  | { readonly state: 'fine'; readonly packages: number }
  | { readonly state: 'found'; readonly advisories: readonly Advisory[] }
  | { readonly state: 'unknown'; readonly why: string };

/** A package of which each registry that knows advisories has known some for years. */
const BAIT = { name: 'lodash', version: '4.17.4' };

/** Asks npm's registry which packages of a folder's lock have known faults. */
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
    // It ends with 1 where it found something, and where it could not ask.
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

/** Reads what `npm audit --json` says. */
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
