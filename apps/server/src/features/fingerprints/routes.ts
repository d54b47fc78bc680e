import * as contract from '@mfuko/contract/fingerprints';
import type { House } from '../../platform/house.ts';
import type { Desk } from '../../platform/http/serve.ts';
import { getStudent, getStudentById } from '../students/index.ts';
import type { Engine } from './engine.ts';
import { enrol } from './enrol.ts';
import { identify } from './identify.ts';
import { showConsents, showFingerprints } from './list.ts';
import { withdrawConsent } from './withdraw.ts';

export function serveFingerprints(desk: Desk, _house: House, engine: Engine): void {
  desk.serve(contract.uploadStudentFingerprint, (call, input) =>
    // By number in the end, for that way finds active students only.
    enrol(
      call,
      engine,
      async (tx) => getStudent(tx, (await getStudentById(tx, input.StudentSYSID)).admissionNumber),
      input,
    ),
  );
  desk.serve(contract.uploadStudentFingerprintAdm, (call, input) =>
    enrol(call, engine, (tx) => getStudent(tx, input.AdmissionNumber), input),
  );
  desk.serve(contract.identifyFingerprint, (call, input) => identify(call, engine, input));
  desk.serve(contract.getFingerprints, (call, query) => call.read((tx) => showFingerprints(tx, query)));
  desk.serve(contract.getConsents, (call, query) => call.read((tx) => showConsents(tx, query)));
  desk.serve(contract.withdrawConsent, (call, input) => withdrawConsent(call, engine, input));
}
