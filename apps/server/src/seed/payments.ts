import { randomBytes } from 'node:crypto';
import { writePaymentConfig } from '../features/schools/index.ts';
import type { AppContext } from '../platform/process/app-context.ts';
import type { DemoSchool } from './people.ts';

/** The paybill of the demonstration; the M-Pesa simulator takes any secret for it. */
const PAYBILL = '600999';

/** Sets the school up to collect, as if its addresses had been registered: that is done anew at each start with the simulator. */
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
      // Of the right form: what it seals, nobody knows, and the simulator believes it.
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
