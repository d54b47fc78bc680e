import * as platform from '@mfuko/contract/platform';
import * as contract from '@mfuko/contract/reports';
import type { House } from '../../platform/house.ts';
import type { Desk } from '../../platform/http/serve.ts';
import { listChecks } from './checks.ts';
import { readDashboard } from './dashboard.ts';
import { listFailedMessages } from './failed-messages.ts';
import { listHistory } from './history.ts';
import { listPlatformSchools, readPlatform } from './platform.ts';

export function serveReports(desk: Desk, house: House): void {
  desk.serve(contract.dashboard, (call) => call.read(readDashboard));
  desk.serve(contract.getChecks, (call, query) => call.read((tx) => listChecks(tx, query)));
  desk.serve(contract.getHistory, (call, query) => listHistory(house, call, query));
  desk.serve(platform.platformFigures, () => house.db.inPlatform(readPlatform));
  desk.serve(platform.platformSchools, (_call, query) => house.db.inPlatform((tx) => listPlatformSchools(tx, query)));
  desk.serve(platform.failedMessages, (_call, query) => house.db.inPlatform((tx) => listFailedMessages(tx, query)));
}
