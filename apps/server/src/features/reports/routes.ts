import * as contract from '@mfuko/contract/reports';
import type { Desk } from '../../platform/http/serve.ts';
import { listChecks } from './checks.ts';
import { readDashboard } from './dashboard.ts';

export function serveReports(desk: Desk): void {
  desk.serve(contract.dashboard, (call) => call.read(readDashboard));
  desk.serve(contract.getChecks, (call, query) => call.read((tx) => listChecks(tx, query)));
}
