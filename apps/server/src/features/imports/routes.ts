import * as contract from '@mfuko/contract/imports';
import type { EndpointRegistry } from '../../platform/http/registry.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { fetchLeftOut } from './left-out.ts';
import { listImports } from './list.ts';
import { markUp, previewSheet, templateOf } from './preview.ts';
import { readProgress } from './progress.ts';
import { takeDeposits } from './take-deposits.ts';
import { takeStudents } from './take-students.ts';
import { undoImport } from './undo.ts';

export function registerImports(registry: EndpointRegistry, context: AppContext): void {
  registry.register(contract.uploadStudents, (call, input) => takeStudents(call, context, input));
  registry.register(contract.uploadDeposits, (call, input) => takeDeposits(call, context, input));
  registry.register(contract.readSheet, (_call, input) => previewSheet(input));
  registry.register(contract.markSheet, markUp);
  registry.register(contract.getStudentTemplate, () => templateOf('students'));
  registry.register(contract.getDepositTemplate, () => templateOf('deposits'));
  registry.register(contract.getImportProgress, (call, { sysid }) => call.read((tx) => readProgress(tx, call, sysid)));
  registry.register(contract.getImports, (call, query) => call.read((tx) => listImports(tx, query, call.actor.userId)));
  registry.register(contract.getLeftOutRows, (call, { batchSYSID }) => fetchLeftOut(call, context.keys, batchSYSID));
  registry.register(contract.undoImport, (call, { batchSYSID }) => undoImport(call, batchSYSID));
}
