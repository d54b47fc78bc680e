import * as contract from '@mfuko/contract/attendance';
import type { EndpointRegistry } from '../../platform/http/registry.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { excuse, excuseAll, withdraw } from './excuses.ts';
import { listAttendance, readFigures } from './list.ts';
import { dropDayOff, listDaysOff, nameDaysOff, notifyNow } from './office.ts';
import { readRegister } from './register.ts';

export function registerAttendance(registry: EndpointRegistry, { clock }: AppContext): void {
  const now = () => new Date(clock.now());
  registry.register(contract.getAttendance, (call, query) => call.read((tx) => listAttendance(tx, now(), query)));
  registry.register(contract.attendanceFigures, (call, query) => call.read((tx) => readFigures(tx, now(), query)));
  registry.register(contract.attendanceRegister, (call, query) => call.read((tx) => readRegister(tx, now(), query)));
  registry.register(contract.excuseAbsence, excuse);
  registry.register(contract.excuseClass, excuseAll);
  registry.register(contract.withdrawExcuse, withdraw);
  registry.register(contract.tellAbsent, (call) => notifyNow(call, now()));
  registry.register(contract.getDaysOff, (call, query) => call.read((tx) => listDaysOff(tx, now(), query)));
  registry.register(contract.setDaysOff, nameDaysOff);
  registry.register(contract.removeDayOff, dropDayOff);
}
