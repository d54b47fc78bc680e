import { createHash } from 'node:crypto';
import type { InputOf } from '@mfuko/contract/endpoint';
import type { ImportAnswer, ImportKind, uploadStudents } from '@mfuko/contract/imports';
import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { requireProven } from '../../platform/http/step-up.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';
import { applyCorrections } from '../../platform/spreadsheets/corrections.ts';
import { readSheet } from '../../platform/spreadsheets/read.ts';
import { layOut, type Table, withoutRows } from '../../platform/spreadsheets/table.ts';
import {
  planHeldStudents,
  planStudents,
  recordStudents,
  STUDENT_COLUMNS,
  type StudentField,
  type StudentPlan,
  sealNewStudents,
  warningsOf,
} from '../students/index.ts';
import { hasErrors, noRows } from './errors.ts';
import { keepLeftOut, writeLeftOut } from './left-out.ts';
import { tellProgress } from './progress.ts';
import { insertBatch, takeTurn } from './store.ts';

/**
 * Imports a list of students in one transaction: all rows, or with `partial` the valid ones. Throws sheet.unreadable, sheet.too-large,
 * import.has-errors with the answer as detail, session.step-up, import.changed-meanwhile.
 */
export async function takeStudents(
  call: Call,
  context: AppContext,
  input: InputOf<typeof uploadStudents>,
): Promise<ImportAnswer> {
  const tell = tellProgress(context, call, input.progress);
  await tell('reading');
  const sheet = applyCorrections(
    await readSheet(input.Students.bytes, input.Students.filename, 'Students'),
    input.mends,
  );
  const whole = layOut(sheet, STUDENT_COLUMNS, input.mapping);
  if (whole.rows.length === 0) throw noRows('Students');
  const table = withoutRows(whole, input.setAside);
  const setAside = whole.rows.length - table.rows.length;
  await tell('checking');
  const plan = await call.read((tx) => planStudents(tx, table, input));
  if (input.dryRun) return answerOf(plan, table, setAside, null);
  if (plan.errors.length > 0 && !input.partial)
    throw hasErrors(answerOf(plan, table, setAside, null), input.Students.filename);
  requireForChanges(context, call, plan);
  const sealed = await sealNewStudents(context, call.schoolId, plan, (done, total) => tell('pins', done, total));
  await tell('recording');
  return call.record(async (tx) => {
    await takeTurn(tx);
    // Plan again: the school may have changed while the PINs were hashed.
    const now = await planHeldStudents(tx, table, input);
    if (now.errors.length > 0 && !input.partial)
      throw hasErrors(answerOf(now, table, setAside, null), input.Students.filename);
    requireForChanges(context, call, now);
    const { recorded, classes } = await recordStudents(tx, call, context, now, sealed);
    if (recorded.length === 0) return answerOf(now, table, setAside, null);
    const answer = answerOf(now, table, setAside, newId());
    const leftOut = await writeLeftOut(sheet, whole, now.errors, input.setAside);
    await insertBatch(
      tx,
      {
        id: answer.batchSYSID ?? newId(),
        kind: 'students',
        fileName: input.Students.filename.slice(-200),
        fileHash: null,
        contentHash: createHash('sha256').update(input.Students.bytes).digest(),
        ...counts(answer),
        amount: 0n,
        classes,
        byUser: call.actor.userId,
      },
      recorded.map((row) => ({ ...row, entryId: null, alike: null })),
    );
    await keepLeftOut(tx, context.keys, answer.batchSYSID ?? '', leftOut);
    await traceImport(tx, call, 'students', answer);
    return answer;
  });
}

/**
 * Requires a second factor for lists that set a PIN of an existing student, which opens a wallet, or change an existing guardian, who may
 * be asked for money, refunded and written to; changes by hand require one too (`student/updateStudent`, `student/updateContact`). Throws
 * session.step-up.
 */
function requireForChanges({ config }: AppContext, { actor }: Call, { update }: StudentPlan): void {
  if (update.some(({ pin, guardian }) => pin !== null || guardian === 'changed'))
    requireProven(actor, config.production);
}

function answerOf(
  plan: StudentPlan,
  table: Table<StudentField>,
  setAside: number,
  batchSYSID: string | null,
): ImportAnswer {
  return {
    rows: plan.rows + setAside,
    created: plan.create.length,
    updated: plan.update.length,
    skipped: plan.skipped,
    errors: [...plan.errors],
    warnings: warningsOf(table, plan),
    newClasses: [...plan.unknownClasses],
    amount: 0,
    amountPaidBefore: 0,
    amountLeftOut: 0,
    setAside,
    amountSetAside: 0,
    totals: [],
    totalsThatDiffer: [],
    batchSYSID,
  };
}

/** Returns the counts of an answer that are stored with the list. */
export function counts({ rows, created, updated, skipped }: ImportAnswer) {
  return { rows, created, updated, skipped, leftOut: rows - created - updated - skipped };
}

/** Records the list in the school's history; each student's history records its row. */
export function traceImport(tx: Tx, call: Call, kind: ImportKind, answer: ImportAnswer): Promise<void> {
  const detail = { kind, ...counts(answer) };
  const subjectId = answer.batchSYSID;
  return audit(tx, call, { action: 'import.create', subjectKind: 'import', subjectId, detail });
}
