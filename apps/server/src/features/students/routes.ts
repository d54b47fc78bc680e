import * as contract from '@mfuko/contract/students';
import type { House } from '../../platform/house.ts';
import type { Desk } from '../../platform/http/serve.ts';
import { addContact, listContacts } from './contacts.ts';
import { createStudent } from './create.ts';
import { listStudents, showCheckStudent } from './list.ts';

export function serveStudents(desk: Desk, house: House): void {
  desk.serve(contract.createStudent, (call, input) => createStudent(call, house, input));
  desk.serve(contract.getStudents, (call, query) => call.read((tx) => listStudents(tx, query)));
  desk.serve(contract.getCheckStudent, (call, { admissionNumber }) =>
    call.read((tx) => showCheckStudent(tx, admissionNumber)),
  );
  desk.serve(contract.addContact, addContact);
  desk.serve(contract.getContacts, (call, query) => call.read((tx) => listContacts(tx, query)));
}
