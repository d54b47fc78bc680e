import { z } from 'zod';
import type { MailGateway } from '../../gateways/mail/index.ts';
import { type Db, PLATFORM_SCHOOL } from '../../platform/database/database.ts';
import { enqueue, enqueueOne, type Job, type Jobs } from '../../platform/jobs/jobs.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';
import { enqueueMessage } from '../messages/index.ts';
import { RAISE_ALARM, raiseAlarm } from './raise.ts';
import { isAlarm, linesOf, PAUSE_SECONDS, smsOf } from './rules.ts';
import { dropOld, insertAlarm, lastNotified, takeWaiting } from './store.ts';

/** Job that sends all waiting alarms in one message. */
export const TELL_ALARMS = 'tell-alarms';
/** Job that hands an e-mail to the mail server; retried for a day. */
export const MAIL_ALARMS = 'mail-alarms';

const LIFE_SECONDS = 24 * 3_600;
const MAIL_TRIES = 12;

const raised = z.object({
  schoolId: z.uuid(),
  kind: z.string().refine(isAlarm),
  detail: z.string().nullable(),
});
const mail = z.object({ subject: z.string(), text: z.string() });

/** Returns the jobs of the alarms. `gateway` is null if no mail server is configured. */
export function alarmJobs(context: AppContext, gateway: MailGateway | null): Jobs {
  const { db, clock } = context;
  const { phones, emails } = context.config.alarms;
  return {
    async [RAISE_ALARM](given) {
      const { schoolId, kind, detail } = raised.parse(given);
      // No recipient is configured.
      if (phones.length === 0 && emails.length === 0) return;
      await db.inPlatform(async (tx) => {
        await insertAlarm(tx, {
          id: newId(),
          kind,
          aboutSchool: schoolId === PLATFORM_SCHOOL ? null : schoolId,
          detail,
        });
        const last = await lastNotified(tx);
        await enqueueOne(
          tx,
          TELL_ALARMS,
          new Date(Math.max(clock.now(), (last?.getTime() ?? 0) + PAUSE_SECONDS * 1000)),
        );
      });
    },
    async [TELL_ALARMS]() {
      await db.inPlatform(async (tx) => {
        const waiting = await takeWaiting(tx);
        await dropOld(tx);
        if (waiting.length === 0) return;
        const { platformName, publicUrl } = context.config;
        for (const to of phones)
          await enqueueMessage(
            tx,
            context,
            { to, text: smsOf(platformName, waiting), kind: 'operator-alarm' },
            LIFE_SECONDS,
          );
        if (emails.length === 0) return;
        const lines = linesOf(waiting);
        const text = `${lines.map((line) => `- ${line}`).join('\n')}\n\nSee the notifications: ${publicUrl}\n`;
        const subject = lines.length === 1 ? `${platformName}: ${lines[0]}` : `${platformName}: ${lines.length} alarms`;
        await enqueue(tx, MAIL_ALARMS, { subject, text }, { mostAttempts: MAIL_TRIES });
      });
    },
    async [MAIL_ALARMS](given) {
      await gateway?.send({ to: emails, ...mail.parse(given) });
    },
  };
}

/**
 * Wraps jobs so that one that is given up after its last of several tries raises an alarm, which names the kind of job and nothing of
 * its payload. A scheduled job has one try per run and reports lasting failures itself.
 */
export function withAlarm(db: Db, jobs: Jobs): Jobs {
  const watched = Object.entries(jobs).map(([task, job]): [string, Job] => [
    task,
    async (payload, run) => {
      try {
        await job(payload, run);
      } catch (error) {
        const { attempts, max_attempts } = run?.job ?? { attempts: 1, max_attempts: 1 };
        // A failing alarm job would raise alarms without end.
        if (max_attempts > 1 && attempts >= max_attempts && ![RAISE_ALARM, TELL_ALARMS, MAIL_ALARMS].includes(task))
          await db.inPlatform((tx) => raiseAlarm(tx, 'job.given-up', task));
        throw error;
      }
    },
  ]);
  return Object.fromEntries(watched);
}
