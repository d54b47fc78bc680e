import { getLooks } from '@mfuko/contract/looks';
import { unlockUser as unlockUserCall } from '@mfuko/contract/staff';
import * as contract from '@mfuko/contract/students';
import type { RateLimiters } from '../../platform/http/rate-limiters.ts';
import type { EndpointRegistry } from '../../platform/http/registry.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { changeStudent } from './change.ts';
import { changeContact, deleteContact, getContact, restoreContact } from './change-contact.ts';
import { addContact, listContacts } from './contacts.ts';
import { createStudent } from './create.ts';
import { showStudent } from './details.ts';
import { listStudents, showCheckStudent } from './list.ts';
import { openLookupLimiter } from './lookup-limiter.ts';
import { makePins } from './make-pins.ts';
import { listRecordAccesses } from './record-accesses.ts';
import { deleteStudent, restoreStudent } from './remove.ts';
import { unlockStudent, unlockUser } from './unlock.ts';

export function registerStudents(registry: EndpointRegistry, context: AppContext, limiters: RateLimiters): void {
  registry.register(contract.createStudent, (call, input) => createStudent(call, context, input));
  registry.register(contract.getStudents, (call, query) => call.read((tx) => listStudents(tx, query)));
  registry.register(contract.getStudent, (call, asked) => call.read((tx) => showStudent(tx, asked)));
  registry.register(getLooks, (call, query) => call.read((tx) => listRecordAccesses(tx, query)));
  registry.register(contract.updateStudent, (call, input) => changeStudent(call, context, input));
  registry.register(contract.makePins, (call, input) => makePins(call, context, input));
  registry.register(contract.unlockStudent, unlockStudent);
  registry.register(unlockUserCall, unlockUser);
  registry.register(contract.deleteStudent, (call, { sysid }) => deleteStudent(call, sysid));
  registry.register(contract.restoreStudent, (call, { sysid }) => restoreStudent(call, sysid));
  const limiter = openLookupLimiter(limiters, 'look');
  registry.register(contract.getCheckStudent, async (call, input) => {
    limiter(call);
    return call.read((tx) => showCheckStudent(tx, input));
  });
  registry.register(contract.addContact, (call, input) => addContact(call, context, input));
  registry.register(contract.getContacts, (call, query) => call.read((tx) => listContacts(tx, query)));
  for (const endpoint of [contract.getContact, contract.getGuardian])
    registry.register(endpoint, (call, { sysid }) => call.read((tx) => getContact(tx, sysid)));
  for (const endpoint of [contract.updateContact, contract.updateGuardian])
    registry.register(endpoint, (call, input) => changeContact(call, context, input));
  for (const endpoint of [contract.deleteContact, contract.deleteGuardian])
    registry.register(endpoint, (call, { sysid }) => deleteContact(call, context, sysid));
  for (const endpoint of [contract.restoreContact, contract.restoreGuardian])
    registry.register(endpoint, (call, { sysid }) => restoreContact(call, context, sysid));
}
