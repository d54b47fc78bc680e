import * as contract from '@mfuko/contract/imports';
import type { House } from '../../platform/house.ts';
import type { Desk } from '../../platform/http/serve.ts';
import { listImports } from './list.ts';
import { lookAtSheet, markUp, templateOf } from './look.ts';
import { readProgress } from './progress.ts';
import { takeDeposits } from './take-deposits.ts';
import { takeStudents } from './take-students.ts';
import { undoImport } from './undo.ts';

export function serveImports(desk: Desk, house: House): void {
  desk.serve(contract.uploadStudents, (call, input) => takeStudents(call, house, input));
  desk.serve(contract.uploadDeposits, (call, input) => takeDeposits(call, house, input));
  desk.serve(contract.readSheet, (_call, input) => lookAtSheet(input));
  desk.serve(contract.markSheet, markUp);
  desk.serve(contract.getStudentTemplate, () => templateOf('students'));
  desk.serve(contract.getDepositTemplate, () => templateOf('deposits'));
  desk.serve(contract.getImportProgress, (call, { sysid }) => call.read((tx) => readProgress(tx, call, sysid)));
  desk.serve(contract.getImports, (call, query) => call.read((tx) => listImports(tx, query, call.actor.userId)));
  desk.serve(contract.undoImport, (call, { batchSYSID }) => undoImport(call, batchSYSID));
}
