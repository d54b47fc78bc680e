import { describe, expect, it } from 'vitest';
import type { DatabaseFacts, Facts, PoolerFacts } from './facts.ts';
import { logsValuesOnError } from './probe-sealed.ts';
import { exitCodeOf, judge, linesOf } from './report.ts';

const NOW = Date.UTC(2026, 4, 11, 7);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const GIB = 1_024 ** 3;

const DATABASE: DatabaseFacts = {
  forgetful: [],
  pending: [],
  unknown: [],
  clockFault: null,
  admins: 1,
  demoUsers: 0,
  people: { all: 12, bySmsOnly: 9 },
  jobs: { failed: [], oldestDue: NOW - 1_000 },
  schools: [
    {
      name: 'MWANGAZA',
      collection: {
        changedAt: NOW - 40 * DAY,
        check: {
          startedAt: NOW - 30 * DAY,
          outcome: 'passed',
          passedAt: NOW - 30 * DAY,
          passwordEnds: NOW + 15 * DAY,
        },
      },
      findings: 0,
      difference: 0n,
      verifiedAt: NOW - DAY,
      createdAt: NOW - 90 * DAY,
      fingersUnlimited: false,
    },
  ],
  sealed: { readable: [], logged: false, loggedOnError: false },
  oldestUnsealed: NOW - 60_000,
  smsStopped: false,
  backupMarks: { copied: NOW - 5 * HOUR, proven: new Map([['age1paper', NOW - 90 * DAY]]) },
  logArchive: { on: true, lastAt: NOW - 60_000, failing: false, everySeconds: 60 },
};
const SCHOOL = DATABASE.schools[0] as DatabaseFacts['schools'][number];

const POOLER: Extract<PoolerFacts, { hands: unknown }> = {
  hands: 'transactions',
  sameDatabase: true,
  size: { clients: 1_000, sessions: 20 },
  wanted: { servers: 4, connections: 10, direct: 9, mostOfDatabase: 97 },
};

const GOOD: Facts = {
  now: NOW,
  settings: {
    production: true,
    refusals: [],
    file: { path: '/etc/mfuko/mfuko.env', mode: 0o640, owner: 0 },
    config: {
      host: '127.0.0.1',
      port: 4_000,
      publicUrl: 'https://mfuko.lan',
      trustedProxies: ['127.0.0.1'],
      alarms: { phones: ['254722000111'], emails: [], smtpUrl: null, mailFrom: '' },
      expectLogArchive: true,
    },
  },
  machine: {
    nodeVersion: '24.21.0',
    dataDir: '/var/lib/mfuko',
    folder: { mode: 0o700, owner: 990, freeBytes: 40 * GIB },
    keys: { mode: 0o700 },
    user: 990,
  },
  clock: { synchronized: true, ahead: { ms: 400, source: 'pool.ntp.org' } },
  database: DATABASE,
  pooler: POOLER,
  server: { status: 200 },
  tls: { by: 'name', fault: null, validFrom: NOW - 30 * DAY, validTo: NOW + 60 * DAY, ours: true },
  sms: 'answers',
  smsSecond: null,
  payments: 'answers',
  backup: {
    ...{ folder: '/mnt/backup/mfuko', fault: null, newest: NOW - 5 * HOUR, onDiskOfData: false },
    ...{ copyTo: '/mnt/away/mfuko', copyOnSameDisk: false, recipients: ['age1paper'] },
  },
};

const withSettings = (change: Partial<Facts['settings']>) => ({ settings: { ...GOOD.settings, ...change } });
const withConfig = (change: Partial<Facts['settings']['config']>) =>
  withSettings({ config: { ...GOOD.settings.config, ...change } });
const withMachine = (change: Partial<Facts['machine']>) => ({ machine: { ...GOOD.machine, ...change } });
const withFolder = (change: Partial<NonNullable<Facts['machine']['folder']>>) =>
  withMachine({ folder: { mode: 0o700, owner: 990, freeBytes: 40 * GIB, ...change } });
const withClock = (change: Partial<Facts['clock']>) => ({ clock: { ...GOOD.clock, ...change } });
const withDatabase = (change: Partial<DatabaseFacts>) => ({ database: { ...DATABASE, ...change } });
const withPooler = (change: Partial<typeof POOLER>) => ({ pooler: { ...POOLER, ...change } });
const withSize = (clients: number, sessions: number) => withPooler({ size: { clients, sessions } });
const withSchool = (change: Partial<typeof SCHOOL>) => withDatabase({ schools: [{ ...SCHOOL, ...change }] });
const COLLECTION = SCHOOL.collection as NonNullable<typeof SCHOOL.collection>;
const withCheck = (change: Partial<NonNullable<typeof COLLECTION.check>>) =>
  withSchool({
    collection: {
      ...COLLECTION,
      check: { startedAt: NOW - 30 * DAY, outcome: 'passed', passedAt: null, passwordEnds: null, ...change },
    },
  });
const withBackup = (change: Partial<Facts['backup']>) => ({ backup: { ...GOOD.backup, ...change } });
const withMarks = (change: Partial<DatabaseFacts['backupMarks']>) =>
  withDatabase({ backupMarks: { ...DATABASE.backupMarks, ...change } });
const withArchive = (change: Partial<DatabaseFacts['logArchive']>) =>
  withDatabase({ logArchive: { ...DATABASE.logArchive, ...change } });
const withTls = (change: Partial<NonNullable<Facts['tls']>>) => ({
  tls: { by: 'name', fault: null, validFrom: NOW - 30 * DAY, validTo: NOW + 60 * DAY, ours: true, ...change } as const,
});

describe("the doctor's rules", () => {
  it('finds nothing in a sound installation and runs every check', () => {
    const outcomes = judge(GOOD);
    expect(outcomes.filter(({ findings }) => findings === null || findings.length > 0)).toEqual([]);
    expect(exitCodeOf(outcomes)).toBe(0);
    expect(linesOf(outcomes).at(-1)).toBe('All is in order.');
  });

  it.each<[string, Partial<Facts>, string, 'warning' | 'error', RegExp]>([
    [
      'a setting that is missing',
      withSettings({ refusals: ['MASTER_KEY is not set'] }),
      'settings',
      'error',
      /MASTER_KEY is not set/,
    ],
    ['a trial', withSettings({ production: false }), 'settings', 'error', /not production/],
    [
      'a settings file for all',
      withSettings({ file: { path: '/e', mode: 0o644, owner: 0 } }),
      'settings',
      'error',
      /read by any user/,
    ],
    [
      'a settings file of the service',
      withSettings({ file: { path: '/e', mode: 0o640, owner: 990 } }),
      'settings',
      'error',
      /other than root/,
    ],
    [
      'a settings file of the group',
      withSettings({ file: { path: '/e', mode: 0o660, owner: 0 } }),
      'settings',
      'error',
      /other than root/,
    ],
    ['an old Node', withMachine({ nodeVersion: '23.11.0' }), 'node', 'error', /Node 23\.11\.0/],
    ['no data folder', withMachine({ folder: null, keys: null }), 'data folder', 'error', /does not exist/],
    ['the data of root', withFolder({ owner: 0 }), 'data folder', 'error', /does not belong to the user/],
    ['an open data folder', withFolder({ mode: 0o755 }), 'data folder', 'error', /opened by any user/],
    ['open keys', withMachine({ keys: { mode: 0o750 } }), 'data folder', 'error', /keys can be read/],
    ['little room', withFolder({ freeBytes: 4 * GIB }), 'disk', 'warning', /4\.0 GB are free/],
    ['no room', withFolder({ freeBytes: GIB / 2 }), 'disk', 'error', /0\.5 GB are free .* nothing is recorded/],
    [
      'a clock that drifts',
      withClock({ ahead: { ms: -90_000, source: 'x' } }),
      'clock',
      'warning',
      /90 seconds behind x\.$/,
    ],
    [
      'a clock that is ahead',
      withClock({ ahead: { ms: 3 * HOUR, source: 'x' } }),
      'clock',
      'error',
      /180 minutes ahead of x; money/,
    ],
    ['a clock that nobody keeps', withClock({ synchronized: false }), 'clock', 'warning', /No time service/],
    ['a clock behind the books', withDatabase({ clockFault: 'movement' }), 'clock', 'error', /Money is refused/],
    ['no server', { server: null }, 'server', 'error', /port 4000/],
    ['a full disk', { server: { status: 507 } }, 'server', 'error', /is full/],
    ['no server behind the proxy', { server: null, ...withTls({ ours: false }) }, 'server', 'error', /port 4000/],
    ['a server that is not ready', { server: { status: 503 } }, 'server', 'error', /not ready \(503\)/],
    ['no second place', withBackup({ copyTo: null }), 'backup', 'warning', /not copied to another place/],
    [
      'a second place on the same disk',
      withBackup({ copyOnSameDisk: true }),
      'backup',
      'error',
      /on a disk of this machine/,
    ],
    [
      'a second place without a copy',
      withMarks({ copied: null }),
      'backup',
      'error',
      /No backup was copied to .mnt.away/,
    ],
    ['a copy of two days ago', withMarks({ copied: NOW - 48 * HOUR }), 'backup', 'error', /is 48 hours old/],
    [
      'a paper that nobody tried',
      withMarks({ proven: new Map() }),
      'backup',
      'warning',
      /Nobody has checked that the paper/,
    ],
    [
      'a paper of another key',
      withMarks({ proven: new Map([['age1other', NOW]]) }),
      'backup',
      'warning',
      /Nobody has checked that the paper/,
    ],
    [
      'a paper that was tried long ago',
      withMarks({ proven: new Map([['age1paper', NOW - 401 * DAY]]) }),
      'backup',
      'warning',
      /last checked 401 days ago/,
    ],
    ['a log that is not archived', withArchive({ on: false }), 'backup', 'error', /archive_mode=off/],
    [
      'a log that was archived an hour ago',
      withArchive({ lastAt: NOW - HOUR, failing: true }),
      'backup',
      'error',
      /nothing of its log for 60 minutes, and its last try failed/,
    ],
    [
      'a log that is archived when it is full',
      withArchive({ everySeconds: 0 }),
      'backup',
      'warning',
      /when it is full/,
    ],
    [
      'an application that reads templates',
      withDatabase({ sealed: { readable: ['fingerprints', 'student_keys'], logged: false, loggedOnError: false } }),
      'rights',
      'error',
      /in fingerprints, student_keys:/,
    ],
    [
      'a log of what statements carry',
      withDatabase({ sealed: { readable: [], logged: true, loggedOnError: false } }),
      'rights',
      'warning',
      /of statements into its log/,
    ],
    [
      'a log of what statements that fail carry',
      withDatabase({ sealed: { readable: [], logged: false, loggedOnError: true } }),
      'rights',
      'warning',
      /of statements that fail into its log/,
    ],
    ['a database with fsync=off', withDatabase({ forgetful: ['fsync'] }), 'durability', 'error', /fsync=off/],
    [
      'a migration that is missing',
      withDatabase({ pending: ['0145-canteen'] }),
      'migrations',
      'error',
      /lacks 1 migration /,
    ],
    ['an older program', withDatabase({ unknown: ['0999-future'] }), 'migrations', 'error', /0999-future/],
    [
      'plain HTTP',
      withConfig({ publicUrl: 'http://192.168.1.10' }),
      'TLS',
      'error',
      /not https.*cookie is sent without Secure/,
    ],
    [
      'no proxy',
      { tls: { by: null, fault: 'ECONNREFUSED', validFrom: null, validTo: null, ours: false } },
      'TLS',
      'error',
      /ECONNREFUSED/,
    ],
    [
      'a proxy without a certificate',
      { tls: { by: null, fault: 'EPROTO', validFrom: null, validTo: null, ours: false } },
      'TLS',
      'error',
      /the proxy has none yet/,
    ],
    ['a certificate that has run out', withTls({ fault: 'CERT_HAS_EXPIRED', ours: false }), 'TLS', 'error', /expired/],
    [
      'a certificate of the future',
      withTls({ fault: 'CERT_NOT_YET_VALID', ours: false }),
      'TLS',
      'error',
      /not valid yet/,
    ],
    [
      'a certificate for another name',
      withTls({ fault: 'ERR_TLS_CERT_ALTNAME_INVALID', ours: false }),
      'TLS',
      'error',
      /another name/,
    ],
    [
      'a chain that is not whole',
      withTls({ fault: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', ours: false }),
      'TLS',
      'error',
      /not signed by an authority that browsers/,
    ],
    ['another server', withTls({ ours: false }), 'TLS', 'error', /Another server answers/],
    ['a name that leads nowhere', withTls({ by: 'here' }), 'TLS', 'warning', /cannot be resolved/],
    [
      'a certificate that was not renewed',
      withTls({ validFrom: NOW - 80 * DAY, validTo: NOW + 10 * DAY }),
      'TLS',
      'warning',
      /10 days/,
    ],
    ['a server past the proxy', withConfig({ host: '0.0.0.0' }), 'proxy', 'error', /without TLS/],
    [
      'a server that is open though a proxy of this machine is trusted too',
      withConfig({ host: '0.0.0.0', trustedProxies: ['10.0.0.2', '127.0.0.1'] }),
      'proxy',
      'error',
      /without TLS/,
    ],
    [
      'a server that is open, and no proxy',
      withConfig({ host: '0.0.0.0', trustedProxies: [] }),
      'proxy',
      'error',
      /without TLS/,
    ],
    ['a proxy that nobody trusts', withConfig({ trustedProxies: [] }), 'proxy', 'warning', /No proxy is trusted/],
    ['a pooler that does not run', { pooler: { unreachable: 'ECONNREFUSED' } }, 'pooler', 'error', /\(ECONNREFUSED\)/],
    ['a pooler that knows nobody', { pooler: { unreachable: '08P01' } }, 'pooler', 'error', /lets nobody in/],
    ['a pooler of another database', withPooler({ sameDatabase: false }), 'pooler', 'error', /another database/],
    ['a pooler of sessions', withPooler({ hands: 'sessions' }), 'pooler', 'warning', /whole sessions/],
    ['a pooler of statements', withPooler({ hands: 'statements' }), 'pooler', 'error', /single statements/],
    ['no pooler between', withPooler({ hands: 'nothing', size: null }), 'pooler', 'warning', /not to a pooler/],
    ['a pooler that shows no figures', withPooler({ size: 'hidden' }), 'pooler', 'warning', /shows mfuko_app no/],
    ['a pooler for few clients', withSize(39, 20), 'pooler', 'error', /lets 39 clients in, and 4 servers .* 40:/],
    ['a pooler with few sessions', withSize(40, 9), 'pooler', 'warning', /has 9 sessions, .* need 10 at once/],
    [
      'a pooler that is too large for its database',
      withSize(1_000, 62),
      'pooler',
      'error',
      /has 97 sessions, and the pooler with 4 servers may hold 98:/,
    ],
    [
      'the same while no server runs',
      withPooler({ size: { clients: 9, sessions: 20 }, wanted: { ...POOLER.wanted, servers: 0 } }),
      'pooler',
      'error',
      /lets 9 clients in, and 1 server may come with 10:/,
    ],
    ['nobody to sign in', withDatabase({ admins: 0 }), 'people', 'warning', /no Admin/],
    ['the users of the demonstration', withDatabase({ demoUsers: 2 }), 'people', 'error', /demo users/],
    [
      'an account that is unknown',
      { sms: 'refuses' },
      'SMS gateway',
      'error',
      /rejects the account.* 9 of 12 people have no backup code/,
    ],
    ['an SMS gateway that is away', { sms: 'away' }, 'SMS gateway', 'warning', /cannot be reached.* 9 of 12 people/],
    [
      'the same where everybody has backup codes',
      { sms: 'away', ...withDatabase({ people: { all: 12, bySmsOnly: 0 } }) },
      'SMS gateway',
      'warning',
      /receipts wait\.$/,
    ],
    [
      'the same beside a second provider',
      { sms: 'away', smsSecond: 'answers' },
      'SMS gateway',
      'warning',
      /use the second provider\.$/,
    ],
    [
      'an account that is unknown, beside a second provider',
      { sms: 'refuses', smsSecond: 'answers' },
      'SMS gateway',
      'warning',
      /rejects the account: .*second provider\.$/,
    ],
    ['a second provider that refuses', { smsSecond: 'refuses' }, 'SMS gateway', 'error', /cannot take over/],
    ['a second provider that is away', { smsSecond: 'away' }, 'SMS gateway', 'warning', /second SMS provider cannot/],
    [
      'alarms that reach nobody',
      withConfig({ alarms: { phones: [], emails: [], smtpUrl: null, mailFrom: '' } }),
      'alarms',
      'warning',
      /only in the console/,
    ],
    ['messages that are held back', withDatabase({ smsStopped: true }), 'messages', 'error', /on hold/],
    ['M-Pesa that is away', { payments: 'away' }, 'M-Pesa', 'warning', /cannot be reached/],
    ['a school without a paybill', withSchool({ collection: null }), 'collection', 'warning', /MWANGAZA: no paybill/],
    [
      'a paybill that nobody has checked',
      withSchool({ collection: { ...COLLECTION, check: null } }),
      'collection',
      'warning',
      /Nobody has checked.*MWANGAZA/,
    ],
    [
      'a configuration that was changed since',
      withSchool({ collection: { ...COLLECTION, changedAt: NOW - DAY } }),
      'collection',
      'warning',
      /changed since/,
    ],
    [
      'a configuration that failed',
      withCheck({ outcome: 'failed' }),
      'collection',
      'warning',
      /did not pass.*2026-04-11/,
    ],
    ['a check that broke off', withCheck({ outcome: null }), 'collection', 'warning', /not checked completely/],
    [
      'an API password that ends in two weeks',
      withCheck({ passwordEnds: NOW + 14 * DAY }),
      'collection',
      'warning',
      /expires in 14 days/,
    ],
    ['an API password that has ended', withCheck({ passwordEnds: NOW }), 'collection', 'warning', /has expired/],
    [
      'jobs that were given up',
      withDatabase({ jobs: { failed: ['send-message'], oldestDue: null } }),
      'jobs',
      'warning',
      /send-message/,
    ],
    [
      'a worker that does not work',
      withDatabase({ jobs: { failed: [], oldestDue: NOW - HOUR } }),
      'jobs',
      'error',
      /worker does not run/,
    ],
    ['books with a finding', withSchool({ findings: 1 }), 'books', 'error', /MWANGAZA are not in order/],
    ['books that do not balance', withSchool({ difference: -1n }), 'books', 'error', /not in order/],
    ['books that nobody looked at', withSchool({ verifiedAt: NOW - 4 * DAY }), 'books', 'warning', /three days/],
    [
      'a trail that is not sealed',
      withDatabase({ oldestUnsealed: NOW - 2 * HOUR }),
      'audit trail',
      'error',
      /not been sealed/,
    ],
  ])('reports %s as the only finding', (_name, change, check, level, words) => {
    const found = judge({ ...GOOD, ...change }).flatMap((outcome) =>
      (outcome.findings ?? []).map((finding) => ({ check: outcome.check, ...finding })),
    );
    expect(found).toEqual([
      { check, level, problem: expect.stringMatching(words), remedy: expect.stringMatching(/\S/) },
    ]);
    expect(exitCodeOf(judge({ ...GOOD, ...change }))).toBe(level === 'error' ? 2 : 1);
  });

  it('reports an unreachable database once and marks the checks that depend on it as not looked at', () => {
    const outcomes = judge({ ...GOOD, database: { unreachable: 'it does not run' } });
    expect(outcomes.flatMap(({ findings }) => findings ?? [])).toHaveLength(1);
    const unseen = outcomes.filter(({ findings }) => findings === null).map(({ check }) => check);
    expect(unseen).toEqual([
      'pooler',
      'durability',
      'rights',
      'migrations',
      'people',
      'messages',
      'collection',
      'jobs',
      'fingers',
      'books',
      'audit trail',
    ]);
    expect(linesOf(outcomes)).toContain('-        books: not looked at');
  });

  it('accepts a pooler of exactly the wanted size, one of unknown size, and no pooler', () => {
    for (const change of [withSize(40, 10), withSize(40, 61), withPooler({ size: null }), { pooler: null }])
      expect(judge({ ...GOOD, ...change }).find(({ check }) => check === 'pooler')?.findings).toEqual([]);
  });

  it('accepts a new school without a books check, and a certificate valid for twelve hours', () => {
    const young = withSchool({ verifiedAt: null, createdAt: NOW - DAY });
    const short = withTls({ validFrom: NOW - 4 * HOUR, validTo: NOW + 8 * HOUR });
    expect(exitCodeOf(judge({ ...GOOD, ...young, ...short }))).toBe(0);
  });

  it.each<[string, Partial<Facts>]>([
    ['just enough room', withFolder({ freeBytes: 5 * GIB })],
    ['the first Node that does', withMachine({ nodeVersion: '24.0.0' })],
    ['a clock that is behind by less than anybody sees', withClock({ ahead: { ms: -29_999, source: 'x' } })],
    ['nobody to compare the clock with', withClock({ synchronized: null, ahead: null })],
    [
      'a job that has been due for a quarter of an hour',
      withDatabase({ jobs: { failed: [], oldestDue: NOW - HOUR / 4 } }),
    ],
    [
      'no job at all, and nothing to seal',
      withDatabase({ jobs: { failed: [], oldestDue: null }, oldestUnsealed: null }),
    ],
    ['a row that has waited for its seal for an hour', withDatabase({ oldestUnsealed: NOW - HOUR })],
    ['books that were looked at three days ago', withSchool({ verifiedAt: NOW - 3 * DAY })],
    ['a log that was archived a quarter of an hour ago', withArchive({ lastAt: NOW - HOUR / 4 })],
    ['a log of which one try failed', withArchive({ failing: true })],
    [
      'a database that need not archive its log',
      { ...withArchive({ on: false, lastAt: 0 }), ...withConfig({ expectLogArchive: false }) },
    ],
    ['a backup of a day and a half ago', withBackup({ newest: NOW - 36 * HOUR })],
    ['a certificate of which a fifth is left', withTls({ validFrom: NOW - 80 * DAY, validTo: NOW + 20 * DAY })],
    ['a configuration of which not everything could be looked at', withCheck({ outcome: 'partly' })],
    ['a proxy elsewhere, which has to reach the server', withConfig({ host: '0.0.0.0', trustedProxies: ['10.0.0.2'] })],
    ['settings that come from no file', withSettings({ file: null })],
  ])('reports no finding for %s', (_name, change) => {
    expect(judge({ ...GOOD, ...change }).flatMap(({ findings }) => findings ?? [])).toEqual([]);
  });

  it.each<[string, Partial<Facts>, 'warning' | 'error']>([
    ['a byte less than five gigabytes', withFolder({ freeBytes: 5 * GIB - 1 }), 'warning'],
    ['a byte less than one gigabyte', withFolder({ freeBytes: GIB - 1 }), 'error'],
    ['half a minute', withClock({ ahead: { ms: 30_000, source: 'x' } }), 'warning'],
    ['the five minutes from which money is refused', withClock({ ahead: { ms: -300_000, source: 'x' } }), 'error'],
    [
      'a moment more than a quarter of an hour',
      withDatabase({ jobs: { failed: [], oldestDue: NOW - HOUR / 4 - 1 } }),
      'error',
    ],
    ['a moment more than an hour', withDatabase({ oldestUnsealed: NOW - HOUR - 1 }), 'error'],
    ['a log that was archived a moment earlier', withArchive({ lastAt: NOW - HOUR / 4 - 1 }), 'error'],
    ['a moment more than three days', withSchool({ verifiedAt: NOW - 3 * DAY - 1 }), 'warning'],
    [
      'less than a fifth of a certificate',
      withTls({ validFrom: NOW - 80 * DAY, validTo: NOW + 20 * DAY - 1_000 }),
      'warning',
    ],
  ])('reports a finding for %s', (_name, change, level) => {
    const levels = judge({ ...GOOD, ...change }).flatMap(({ findings }) => (findings ?? []).map((one) => one.level));
    expect(levels).toEqual([level]);
  });

  it('marks a provider that was not asked as not looked at', () => {
    const unseen = judge({ ...GOOD, sms: null, payments: null }).filter(({ findings }) => findings === null);
    expect(unseen.map(({ check }) => check)).toEqual(['SMS gateway', 'M-Pesa']);
  });

  it('names the schools in which a fingerprint alone authorises any amount', () => {
    const found = judge({ ...GOOD, ...withSchool({ fingersUnlimited: true }) }).filter(
      ({ check }) => check === 'fingers',
    );
    expect(linesOf(found).join('\n')).toContain('A finger alone pays out any amount in MWANGAZA');
    expect(linesOf(judge(GOOD))).toContain('ok       fingers');
  });

  it('names five schools and the number of the others', () => {
    const schools = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((name) => ({ ...SCHOOL, name, collection: null }));
    const said = (some: typeof schools) => linesOf(judge({ ...GOOD, ...withDatabase({ schools: some }) })).join('\n');
    expect(said(schools)).toContain('for A, B, C, D, E and 2 more: no paybill');
    expect(said(schools.slice(0, 5))).toContain('for A, B, C, D, E: no paybill');
  });

  it('prints the date of the last passed M-Pesa check, even after a failed one', () => {
    const note = '         MWANGAZA: its configuration passed M-Pesa’s check last on 2026-04-11.';
    expect(linesOf(judge(GOOD))).toEqual(expect.arrayContaining(['ok       collection', note]));
    expect(linesOf(judge({ ...GOOD, ...withCheck({ outcome: 'failed', passedAt: NOW - 30 * DAY }) }))).toContain(note);
    expect(linesOf(judge({ ...GOOD, ...withCheck({ outcome: 'failed' }) }))).not.toContain(note);
  });

  it('prints each finding with its remedy, and the number of errors and warnings', () => {
    const lines = linesOf(judge({ ...GOOD, ...withDatabase({ admins: 0 }), server: null }));
    expect(lines).toContain('error    server: The server does not answer on port 4000.');
    expect(lines).toContain('ok       disk');
    expect(lines.filter((line) => line.startsWith('         → '))).toHaveLength(2);
    expect(lines.at(-1)).toBe('Errors: 1. Warnings: 1.');
  });
});

it('logsValuesOnError is true only when parameters are logged on error and error statements are logged', () => {
  const usual = { length: '0', fromStatement: 'error', fromMessage: 'warning' };
  expect(logsValuesOnError(usual)).toBe(false);
  for (const length of ['-1', '64B']) expect(logsValuesOnError({ ...usual, length })).toBe(true);
  for (const level of ['log', 'fatal', 'panic']) {
    expect(logsValuesOnError({ ...usual, length: '-1', fromStatement: level })).toBe(false);
    expect(logsValuesOnError({ ...usual, length: '-1', fromMessage: level })).toBe(false);
  }
});
