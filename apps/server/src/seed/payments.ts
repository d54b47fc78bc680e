import { randomBytes } from 'node:crypto';
import { writePaymentConfig } from '../features/schools/index.ts';
import type { AppContext } from '../platform/process/app-context.ts';
import type { DemoSchool } from './people.ts';

/** Paybill of the demo school; the M-Pesa simulator accepts any secret for it. */
const PAYBILL = '600999';

/** Configures the school for payments, as if its callback URLs were registered: with the simulator, each start registers them. */
export async function seedPayments(context: AppContext, demo: DemoSchool): Promise<void> {
  await context.db.inSchool(demo.schoolId, async (tx) => {
    await writePaymentConfig(tx, context, demo.bursarId, {
      contactName: 'Achieng Were',
      contactNumber: '254700000002',
      contactEmail: 'bursar@demo.example',
      shortCode: PAYBILL,
      lnmShortCode: PAYBILL,
      initiator: 'demoapi',
      apiUser: 'demo',
      consumerKey: 'demonstration-consumer-key',
      consumerSecret: 'demonstration-consumer-secret',
      // Random bytes of the right length: the simulator accepts any value.
      securityCredential: randomBytes(256).toString('base64'),
      lnmPassWord: 'demonstration-passkey',
      apiPassword: 'demonstration-password',
    });
    await tx.row(
      `INSERT INTO provider_registrations (school_id, registered_at, short_code, pulls_since) VALUES ($1, now(), $2, now())`,
      [tx.schoolId, PAYBILL],
    );
  });
}
