import { checkBackup } from './backup-checks.ts';
import { checkCollection, noteCollection } from './collection-checks.ts';
import {
  checkAudit,
  checkBooks,
  checkDatabase,
  checkDurability,
  checkFingers,
  checkJobs,
  checkMessages,
  checkMigrations,
  checkPeople,
} from './database-checks.ts';
import type { Facts } from './facts.ts';
import type { Finding } from './finding.ts';
import { checkClock, checkDisk, checkFolder, checkNode, checkProxy, checkSettings } from './machine-checks.ts';
import { checkAlarms, checkPayments, checkServer, checkSms, checkTls } from './network-checks.ts';
import { checkPooler } from './pooler-checks.ts';
import { checkRights } from './rights-checks.ts';

/** Check: returns its findings; null where it could not run. */
export type Check = (facts: Facts) => Finding[] | null;

/** Notes: positive facts that a check reports. */
export const NOTES: Readonly<Record<string, (facts: Facts) => string[]>> = { collection: noteCollection };

/** Checks in the order of repair: an earlier finding often explains later ones. */
export const CHECKS: Readonly<Record<string, Check>> = {
  settings: checkSettings,
  node: checkNode,
  'data folder': checkFolder,
  disk: checkDisk,
  clock: checkClock,
  server: checkServer,
  database: checkDatabase,
  pooler: checkPooler,
  durability: checkDurability,
  rights: checkRights,
  migrations: checkMigrations,
  TLS: checkTls,
  proxy: checkProxy,
  people: checkPeople,
  'SMS gateway': checkSms,
  messages: checkMessages,
  alarms: checkAlarms,
  'M-Pesa': checkPayments,
  collection: checkCollection,
  jobs: checkJobs,
  fingers: checkFingers,
  books: checkBooks,
  'audit trail': checkAudit,
  backup: checkBackup,
};
