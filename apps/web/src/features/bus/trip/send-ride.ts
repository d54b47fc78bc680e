import { offBusFingerprint, offBusKids, offBusPin, onBusFingerprint, onBusKids, onBusPin } from '@mfuko/contract/bus';
import { call, type Sent } from '../../../lib/request.ts';
import { outbox } from '../../../school/offline/outbox.ts';
import { noteOnBus, type RideAttempt, settlePress } from './ride-attempt.ts';
import { proofFields } from './ride-proof.ts';
import type { Scan } from './scan.ts';

const CALLS = {
  on: { attested: onBusKids, fingerprint: onBusFingerprint, pin: onBusPin },
  off: { attested: offBusKids, fingerprint: offBusFingerprint, pin: offBusPin },
};
const ANSWER_WITHIN_MS = 8_000;

/** Records a ride on the server. Throws where it refuses or does not answer. */
export async function sendRide(attempt: RideAttempt): Promise<Scan> {
  const { bus, press, proof, override, worksOn, scan } = attempt;
  const { key, kind, admissionNumber, from } = press;
  const input = { admissionNumber, busNumberPlate: bus.plate, listedOnly: true, ...(override && { override }) };
  const seen = kind === 'on' && worksOn !== null ? { tripSYSID: worksOn } : {};
  const event = await call(
    CALLS[kind][proof?.method ?? 'attested'] as typeof onBusKids,
    { ...input, ...seen, ...proofFields(proof) } as Sent<typeof onBusKids>,
    { idempotencyKey: key, school: from.school, overlay: false, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) },
  );
  outbox.met(true);
  settlePress(press);
  await noteOnBus(attempt);
  void bus.ask();
  const { studentName, class: ofClass, warnings } = event;
  return { ...scan, names: studentName, className: ofClass, outcome: 'recorded', warnings };
}
