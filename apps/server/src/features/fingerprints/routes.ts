import { getReplacedImpressions, putImpressionBack as putBackCall } from '@mfuko/contract/fingerprint-renewal';
import * as contract from '@mfuko/contract/fingerprints';
import type { EndpointRegistry } from '../../platform/http/registry.ts';
import { getStudent, getStudentById } from '../students/index.ts';
import { sendConsentCode } from './consent-code.ts';
import type { Engine } from './engine.ts';
import { enrol } from './enrol.ts';
import { identify } from './identify.ts';
import { showConsents, showFingerprints, showReplaced } from './list.ts';
import { putImpressionBack } from './put-back.ts';
import { recordConsentAhead } from './record-consent.ts';
import { withdrawConsent } from './withdraw.ts';

export function registerFingerprints(registry: EndpointRegistry, engine: Engine): void {
  registry.register(contract.uploadStudentFingerprint, (call, input) =>
    // Looks up the number last, because the search by number finds active students only.
    enrol(
      call,
      engine,
      async (tx) => getStudent(tx, (await getStudentById(tx, input.StudentSYSID)).admissionNumber),
      input,
    ),
  );
  registry.register(contract.uploadStudentFingerprintAdm, (call, input) =>
    enrol(call, engine, (tx) => getStudent(tx, input.AdmissionNumber), input),
  );
  registry.register(contract.sendConsentCode, (call, input) => sendConsentCode(call, engine.context, input));
  registry.register(contract.identifyFingerprint, (call, input) => identify(call, engine, input));
  registry.register(contract.getFingerprints, (call, query) => call.read((tx) => showFingerprints(tx, query)));
  registry.register(contract.getConsents, (call, query) => call.read((tx) => showConsents(tx, query)));
  registry.register(contract.recordConsent, (call, input) => recordConsentAhead(call, input));
  registry.register(contract.withdrawConsent, (call, input) => withdrawConsent(call, engine, input));
  registry.register(getReplacedImpressions, (call, query) => call.read((tx) => showReplaced(tx, query)));
  registry.register(putBackCall, (call, input) => putImpressionBack(call, engine, input));
}
