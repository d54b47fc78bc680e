import type { Config } from '../config.ts';
import type { BackupMarks } from '../platform/backup/marks.ts';
import type { LogArchive } from '../platform/wal-archive/state.ts';
import type { SealedFacts } from './probe-sealed.ts';

/** Facts about an installation, collected by the probes; null where a probe could not run or does not apply. */
export interface Facts {
  /** Time of the machine's clock in Unix milliseconds. */
  readonly now: number;
  readonly settings: SettingsFacts;
  readonly machine: MachineFacts;
  readonly clock: ClockFacts;
  readonly database: DatabaseFacts | { readonly unreachable: string };
  /** Pooler in front of the database; null where none is configured, or the database is unreachable. */
  readonly pooler: PoolerFacts | null;
  /** Server on this machine; null where its port does not answer. */
  readonly server: { readonly status: number } | null;
  readonly tls: TlsFacts | null;
  readonly sms: Reached | null;
  /** Second SMS provider; null where none is configured. */
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
  /** Null where the folder does not exist. */
  readonly folder: { readonly mode: number; readonly owner: number; readonly freeBytes: number } | null;
  readonly keys: { readonly mode: number } | null;
  /** Id of the user that runs the doctor, normally the service's. */
  readonly user: number;
}

export interface ClockFacts {
  /** Synchronisation state according to systemd; null without systemd. */
  readonly synchronized: boolean | null;
  /** Lead of the machine's clock in milliseconds, and the source that it was compared with. */
  readonly ahead: { readonly ms: number; readonly source: string } | null;
}

export interface DatabaseFacts {
  readonly sealed: SealedFacts;
  /** Settings of PostgreSQL with which a power cut would lose committed data. */
  readonly forgetful: readonly string[];
  readonly pending: readonly string[];
  readonly unknown: readonly string[];
  readonly clockFault: string | null;
  readonly admins: number;
  readonly demoUsers: number;
  /** Active users, and the number of those without a backup code, who cannot sign in without an SMS. */
  readonly people: { readonly all: number; readonly bySmsOnly: number };
  readonly jobs: { readonly failed: readonly string[]; readonly oldestDue: number | null };
  readonly schools: readonly SchoolFacts[];
  /** Unix milliseconds of the oldest audit row that is not sealed yet. */
  readonly oldestUnsealed: number | null;
  readonly smsStopped: boolean;
  readonly logArchive: LogArchive;
  readonly backupMarks: BackupMarks;
}

export type PoolerFacts =
  | {
      /** Error code of the connection. */
      readonly unreachable: string;
    }
  | {
      /** Unit in which the pooler assigns database sessions; `nothing` where the URL leads to the database itself. */
      readonly hands: 'transactions' | 'sessions' | 'statements' | 'nothing';
      readonly sameDatabase: boolean;
      /** Limits of clients and database sessions; null where not reported, `hidden` where this role may not read them. */
      readonly size: { readonly clients: number; readonly sessions: number } | 'hidden' | null;
      readonly wanted: {
        /** Number of running servers. */
        readonly servers: number;
        /** Connections that each server may open to the pooler, and sessions that each has directly to the database. */
        readonly connections: number;
        readonly direct: number;
        /** Maximum number of database sessions for ordinary roles. */
        readonly mostOfDatabase: number;
      };
    };

export interface SchoolFacts {
  readonly name: string;
  /** Null where no paybill is configured. */
  readonly collection: CollectionFacts | null;
  readonly findings: number;
  /** Difference in cents between money owed and money held. */
  readonly difference: bigint;
  /** Unix milliseconds of the last verification of the books; null where there was none. */
  readonly verifiedAt: number | null;
  readonly createdAt: number;
  /** True where fingers are enrolled, but no limit of the school applies to payments by finger alone. */
  readonly fingersUnlimited: boolean;
}

export interface CollectionFacts {
  /** Time of the last change in Unix milliseconds, like all following times. */
  readonly changedAt: number;
  /** Last check with M-Pesa; null where there was none. */
  readonly check: {
    readonly startedAt: number;
    /** Null while the check is not finished. */
    readonly outcome: 'passed' | 'partly' | 'failed' | null;
    readonly passedAt: number | null;
    /** End of the API operator's password; null where the date of the password is unknown. */
    readonly passwordEnds: number | null;
  } | null;
}

export interface TlsFacts {
  /** Way in which the public URL was reached: by its name, or at the local proxy because the name does not resolve here. */
  readonly by: 'name' | 'here' | null;
  /** Error code; null where the certificate is valid. */
  readonly fault: string | null;
  readonly validFrom: number | null;
  readonly validTo: number | null;
  /** True if the server of this installation answers at the URL. */
  readonly ours: boolean;
}

export interface BackupFacts {
  /** Folder of the nightly backups; null where none are made. */
  readonly folder: string | null;
  /** Reason for which the next backup would fail; null where there is none. */
  readonly fault: string | null;
  /** Unix milliseconds of the newest backup; null where there is none. */
  readonly newest: number | null;
  readonly onDiskOfData: boolean;
  /** Folder of the copies; null where none is configured. */
  readonly copyTo: string | null;
  /** True where the copies are on the disk of the backups, or of the data. */
  readonly copyOnSameDisk: boolean;
  /** Public keys that backups are encrypted to. */
  readonly recipients: readonly string[];
}

/** Result of a request to a provider. */
export type Reached = 'answers' | 'refuses' | 'away';
