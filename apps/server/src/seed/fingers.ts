import { randomBytes } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { seal } from '@mfuko/contract/seal';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../platform/process/app-context.ts';
import type { FingerPicture } from './finger-pictures.ts';
import { type DemoSchool, FIRST_NUMBER } from './people.ts';

/**
 * Enrols the simulated scanner's finger N for the Nth demo student, through the console's own call: with consent, quality and duplicate
 * checks. Runs while the server already serves requests, and ends early when the server stops.
 */
export async function seedFingers(app: FastifyInstance, context: AppContext, demo: DemoSchool): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  const tokenHash = context.keys.digest('session', token);
  await context.db.inPlatform((tx) =>
    tx.row('INSERT INTO sessions (token_hash, user_id) VALUES ($1, $2)', [tokenHash, demo.bursarId]),
  );
  try {
    for await (const picture of drawFingers()) await enrol(app, context, token, picture);
  } finally {
    await context.db.inPlatform((tx) => tx.row('DELETE FROM sessions WHERE token_hash = $1', [tokenHash]));
  }
}

async function* drawFingers(): AsyncGenerator<FingerPicture> {
  const worker = new Worker(new URL('./finger-pictures.ts', import.meta.url));
  const drawn: FingerPicture[] = [];
  let ended = false;
  let wake = () => {};
  worker.on('message', (picture: FingerPicture) => {
    drawn.push(picture);
    wake();
  });
  worker.on('exit', () => {
    ended = true;
    wake();
  });
  worker.unref();
  while (!ended || drawn.length > 0) {
    const next = drawn.shift();
    if (next) yield next;
    else
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  }
}

async function enrol(
  app: FastifyInstance,
  context: AppContext,
  token: string,
  { finger, png }: FingerPicture,
): Promise<void> {
  const wire = context.config.wireKey;
  await app.inject({
    method: 'POST',
    url: '/api/student/uploadStudentFingerprintAdm',
    headers: { opToken: seal(wire, 'opToken', token), 'special-key': seal(wire, 'special-key', '{"v":"seed"}') },
    payload: {
      AdmissionNumber: String(FIRST_NUMBER + finger - 1),
      B64Finger: Buffer.from(png).toString('base64'),
      SerialNumber: 'demo',
      ConsentBy: 'Guardian of the demonstration',
      ConsentRelation: 'Guardian',
      ConsentMethod: 'paper',
    },
  });
}
