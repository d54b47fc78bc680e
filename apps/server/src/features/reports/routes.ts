import * as platform from '@mfuko/contract/platform';
import { reenrolment } from '@mfuko/contract/reenrolment';
import * as contract from '@mfuko/contract/reports';
import * as today from '@mfuko/contract/today';
import { lookedAtUnusual, unusualCashOuts } from '@mfuko/contract/unusual';
import type { EndpointRegistry } from '../../platform/http/registry.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { listChecks } from './checks.ts';
import { readDashboard } from './dashboard.ts';
import { listFailedMessages } from './failed-messages.ts';
import { listHistory } from './history.ts';
import { listPlatformSchools, readPlatform } from './platform.ts';
import { listReenrolment } from './reenrolment.ts';
import { readToday } from './today.ts';
import { dismissSetup, readTodo } from './todo.ts';
import { listUnusualCashOuts } from './unusual.ts';
import { noteUnusualReviewed } from './unusual-findings.ts';

export function registerReports(registry: EndpointRegistry, context: AppContext): void {
  registry.register(contract.dashboard, (call) => call.read(readDashboard));
  registry.register(today.todo, (call) => call.read((tx) => readTodo(tx, context, call.actor)));
  registry.register(today.today, (call) => call.read(readToday));
  registry.register(unusualCashOuts, (call, { days }) =>
    call.read((tx) => listUnusualCashOuts(tx, call.actor.userId, days)),
  );
  registry.register(lookedAtUnusual, (call) => noteUnusualReviewed(call));
  registry.register(reenrolment, (call, query) => call.read((tx) => listReenrolment(tx, query)));
  registry.register(today.dismissSetup, (call) => dismissSetup(call));
  registry.register(contract.getChecks, (call, query) => call.read((tx) => listChecks(tx, query)));
  registry.register(contract.getHistory, (call, query) => listHistory(context, call, query));
  registry.register(platform.platformFigures, () => context.db.readPlatform(readPlatform));
  registry.register(platform.platformSchools, (_call, query) =>
    context.db.readPlatform((tx) => listPlatformSchools(tx, query)),
  );
  registry.register(platform.failedMessages, (_call, query) =>
    context.db.readPlatform((tx) => listFailedMessages(tx, query)),
  );
}
