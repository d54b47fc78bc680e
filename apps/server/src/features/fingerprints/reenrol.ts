import type { AnswerOf } from '@mfuko/contract/endpoint';
import { type enrolAnew, RENEWAL_PAUSE_DAYS } from '@mfuko/contract/fingerprint-renewal';
import type { ReadTx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { hasSettledNumber } from '../students/index.ts';
import { recordConsent, requireConsent } from './consent.ts';
import { requireConsentCode } from './consent-code.ts';
import { type Engine, see } from './engine.ts';
import { notReenrolled } from './errors.ts';
import type { Picture } from './picture.ts';
import type { FingerProof } from './prove.ts';
import { refuseChanged } from './renew.ts';
import { type Reenrolment, refusedReenrolment, replaceFinger } from './replace-finger.ts';
import { listOldestFirst } from './replaced.ts';
import { viewUnused } from './spend.ts';

type Answer = AnswerOf<typeof enrolAnew>;

/**
 * Re-enrols a finger with the student's consent: the PIN, proven in the same call, and a proof by each capture. Throws what
 * `replaceFinger` throws, fingerprint.no-consent, and fingerprint.not-renewed if a proof is by another finger, or PIN or finger were
 * changed recently.
 */
export async function reenrolByProof(
  call: Call,
  engine: Engine,
  anew: Reenrolment,
  proofs: readonly FingerProof[],
): Promise<Answer> {
  const { student, finger } = anew;
  if (proofs.some((proof) => proof.finger !== finger)) throw refusedReenrolment(call, anew, 'other-finger');
  const require = async (tx: ReadTx) => {
    await requireConsent(tx, student.id, {}, null);
    await refuseChanged(tx, student.id, `finger:${finger}`, notReenrolled('changed'));
    const enrolled = await listOldestFirst(tx, engine.context, student.id, finger, RENEWAL_PAUSE_DAYS);
    if (enrolled.some(({ fresh }) => fresh)) throw notReenrolled('changed');
  };
  await call.read(require);
  return replaceFinger(
    call,
    engine,
    anew,
    proofs.map(({ picture }) => picture),
    { by: 'pin', require },
  );
}

/**
 * Re-enrols a finger with a guardian's consent, given by code. The captures are compared with no enrolled impression, because the
 * finger may have outgrown them all, or be another one. Throws fingerprint.bad-image, fingerprint.consent-code, fingerprint.not-renewed
 * if the guardian's number is new, fingerprint.replayed, and what `replaceFinger` throws.
 */
export async function reenrolByCode(
  call: Call,
  engine: Engine,
  anew: Reenrolment,
  { captures, code }: { readonly captures: readonly Picture[]; readonly code: string | undefined },
): Promise<Answer> {
  const { student } = anew;
  const seen = await Promise.all(captures.map((capture) => see(engine, capture)));
  const right = await requireConsentCode(call, engine.context, student.id, code);
  const requireSettled = async (tx: ReadTx) => {
    if (!(await hasSettledNumber(tx, engine.context, student.id, right.contactId)))
      throw refusedReenrolment(call, anew, 'new-number');
  };
  await call.read(requireSettled);
  const views = await Promise.all(seen.map((picture) => viewUnused(call, engine, student.id, picture)));
  return replaceFinger(
    call,
    engine,
    anew,
    views.map(({ picture }) => picture),
    {
      by: 'code',
      require: async (tx) => {
        await requireSettled(tx);
        const consent = await requireConsent(tx, student.id, { ConsentMethod: 'otp' }, right);
        await recordConsent(tx, student.id, consent, call.actor.userId);
      },
    },
  );
}
