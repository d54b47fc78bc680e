import * as contract from '@mfuko/contract/students';
import type { House } from '../../platform/house.ts';
import type { Desk } from '../../platform/http/serve.ts';
import { changeStudent } from './change.ts';
import { changeContact, deleteContact, getContact, restoreContact } from './change-contact.ts';
import { addContact, listContacts } from './contacts.ts';
import { createStudent } from './create.ts';
import { showStudent } from './details.ts';
import { listStudents, showCheckStudent } from './list.ts';
import { deleteStudent, restoreStudent } from './remove.ts';

export function serveStudents(desk: Desk, house: House): void {
  desk.serve(contract.createStudent, (call, input) => createStudent(call, house, input));
  desk.serve(contract.getStudents, (call, query) => call.read((tx) => listStudents(tx, query)));
  desk.serve(contract.getStudent, (call, asked) => call.read((tx) => showStudent(tx, asked)));
  desk.serve(contract.updateStudent, (call, input) => changeStudent(call, house, input));
  desk.serve(contract.deleteStudent, (call, { sysid }) => deleteStudent(call, sysid));
  desk.serve(contract.restoreStudent, (call, { sysid }) => restoreStudent(call, sysid));
  desk.serve(contract.getCheckStudent, (call, { admissionNumber }) =>
    call.read((tx) => showCheckStudent(tx, admissionNumber)),
  );
  desk.serve(contract.addContact, addContact);
  desk.serve(contract.getContacts, (call, query) => call.read((tx) => listContacts(tx, query)));
  for (const endpoint of [contract.getContact, contract.getGuardian])
    desk.serve(endpoint, (call, { sysid }) => call.read((tx) => getContact(tx, sysid)));
  for (const endpoint of [contract.updateContact, contract.updateGuardian]) desk.serve(endpoint, changeContact);
  for (const endpoint of [contract.deleteContact, contract.deleteGuardian])
    desk.serve(endpoint, (call, { sysid }) => deleteContact(call, sysid));
  for (const endpoint of [contract.restoreContact, contract.restoreGuardian])
    desk.serve(endpoint, (call, { sysid }) => restoreContact(call, sysid));
}
