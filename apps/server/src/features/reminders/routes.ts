import * as contract from '@mfuko/contract/reminders';
import type { EndpointRegistry } from '../../platform/http/registry.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { listReminders } from './list.ts';
import { preview } from './preview.ts';
import { remind } from './remind.ts';
import { listRemindedStudents } from './students.ts';

export function registerReminders(registry: EndpointRegistry, context: AppContext): void {
  registry.register(contract.previewReminder, (call, input) => call.read((tx) => preview(tx, context, input)));
  registry.register(contract.sendReminder, (call, input) => remind(call, context, input));
  registry.register(contract.getReminders, (call, query) => call.read((tx) => listReminders(tx, query)));
  registry.register(contract.getRemindedStudents, (call, query) => call.read((tx) => listRemindedStudents(tx, query)));
}
