import type { Config } from '../config.ts';
import type { BackupMarks } from '../platform/backup/marks.ts';
import type { LogArchive } from '../platform/wal-archive/state.ts';
import type { SealedFacts } from './probe-sealed.ts';

/** Facts of one installation, as the probes found them; null where a probe could not look or there is nothing to look at. */
export interface Facts {
  /** Unix milliseconds of the machine's clock. */
  readonly now: number;
  readonly settings: SettingsFacts;
  readonly machine: MachineFacts;
  readonly clock: ClockFacts;
  readonly database: DatabaseFacts | { readonly unreachable: string };
  /** Pooler in front of the database; null where none is set, or the database itself cannot be asked. */
  readonly pooler: PoolerFacts | null;
  /** Server on this machine; null where nobody answers at its port. */
  readonly server: { readonly status: number } | null;
  readonly tls: TlsFacts | null;
  readonly sms: Reached | null;
  /** Second SMS provider; null where none is set. */
  readonly smsSecond: Reached | null;
  readonly payments: Reached | null;
  readonly backup: BackupFacts;
}

export interface SettingsFacts {
  readonly production: boolean;
  /** Reasons for which production refuses to start. */
  readonly refusals: readonly string[];
  readonly file: { readonly path: string; readonly mode: number; readonly owner: number } | null;
  readonly config: Pick<Config, 'host' | 'port' | 'publicUrl' | 'trustedProxies' | 'alarms' | 'expectLogArchive'>;
}

export interface MachineFacts {
  readonly nodeVersion: string;
  readonly dataDir: string;
  /** null where the folder is not there. */
  readonly folder: { readonly mode: number; readonly owner: number; readonly freeBytes: number } | null;
  readonly keys: { readonly mode: number } | null;
  /** Number of the user that looks, who is the service's. */
  readonly user: number;
}

export interface ClockFacts {
  /** Answer of systemd; null where it does not run. */
  readonly synchronized: boolean | null;
  /** Milliseconds that the machine is ahead of a clock elsewhere, and whose that is. */
  readonly ahead: { readonly ms: number; readonly source: string } | null;
}

export interface DatabaseFacts {
  readonly sealed: SealedFacts;
  /** Settings of PostgreSQL by which a power cut would lose what was recorded. */
  readonly forgetful: readonly string[];
  readonly pending: readonly string[];
  readonly unknown: readonly string[];
  readonly clockFault: string | null;
  readonly admins: number;
  readonly demoUsers: number;
  /** People who may sign in, and how many of them cannot without an SMS: they have no backup code left. */
  readonly people: { readonly all: number; readonly bySmsOnly: number };
  readonly jobs: { readonly failed: readonly string[]; readonly oldestDue: number | null };
  readonly schools: readonly SchoolFacts[];
  /** Unix milliseconds of the audited row that has waited longest for its seal. */
  readonly oldestUnsealed: number | null;
  readonly smsStopped: boolean;
  readonly logArchive: LogArchive;
  readonly backupMarks: BackupMarks;
}

export type PoolerFacts =
  | {
      /** Code of the failure. */
      readonly unreachable: string;
    }
  | {
      /** Unit in which it hands out sessions of the database; `nothing` where the address is the database itself. */
      readonly hands: 'transactions' | 'sessions' | 'statements' | 'nothing';
      readonly sameDatabase: boolean;
      /** Clients that it lets in, and sessions of the database that it has for them; null where it does not tell, `hidden` where it does not tell us. */
      readonly size: { readonly clients: number; readonly sessions: number } | 'hidden' | null;
      readonly wanted: {
        /** Servers that live. */
        readonly servers: number;
        /** Connections to the pooler that each may open, and sessions that each has of the database itself. */
        readonly connections: number;
        readonly direct: number;
        /** Sessions that the database has for everybody but its superuser. */
        readonly mostOfDatabase: number;
      };
    };

export interface SchoolFacts {
  readonly name: string;
  /** Null where no paybill is set. */
  readonly collection: CollectionFacts | null;
  readonly findings: number;
  /** Cents by which what is owed and what is held differ. */
  readonly difference: bigint;
  /** Unix milliseconds at which the books were last verified; null where they never were. */
  readonly verifiedAt: number | null;
  readonly createdAt: number;
  /** True where fingers are enrolled and no limit of the whole school says what one alone may take. */
  readonly fingersUnlimited: boolean;
}

export interface CollectionFacts {
  /** Unix milliseconds, like all that follow. */
  readonly changedAt: number;
  /** Last check with M-Pesa; null where there was none. */
  readonly check: {
    readonly startedAt: number;
    /** Null where it has not come to its end. */
    readonly outcome: 'passed' | 'partly' | 'failed' | null;
    readonly passedAt: number | null;
    /** When the API operator's password ends; null where nobody said when it was set. */
    readonly passwordEnds: number | null;
  } | null;
}

export interface TlsFacts {
  /** Way on which the public address was reached: by its name, or on this machine because the name leads nowhere here. */
  readonly by: 'name' | 'here' | null;
  /** Code of the failure; null where the certificate is good. */
  readonly fault: string | null;
  readonly validFrom: number | null;
  readonly validTo: number | null;
  /** True if the server of this installation answers there. */
  readonly ours: boolean;
}

export interface BackupFacts {
  /** Folder of the nightly backups; null where none are made. */
  readonly folder: string | null;
  /** Reason for which the next one will not be made; null where nothing stands in its way. */
  readonly fault: string | null;
  /** Unix milliseconds; null where there is none yet. */
  readonly newest: number | null;
  readonly onDiskOfData: boolean;
  /** Second folder, to which they are copied; null where none is named. */
  readonly copyTo: string | null;
  /** True where that is on the disk of the backups, or of the data. */
  readonly copyOnSameDisk: boolean;
  /** Public halves of the keys that backups are encrypted to. */
  readonly recipients: readonly string[];
}

/** Outcome of a question to a provider. */
export type Reached = 'answers' | 'refuses' | 'away';
