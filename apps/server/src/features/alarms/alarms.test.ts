import { Writable } from 'node:stream';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../../../tests/kit.ts';
import { notifyStaff } from '../notices/index.ts';
import { raiseAlarm } from './index.ts';
import { withAlarm } from './jobs.ts';

const PHONE = '254722000999';

let server: TestServer;
let school: string;
let mails: string[];
let mailServer: SMTPServer;
/** True makes the mail server refuse mail. */
let refuses = false;

beforeEach(async () => {
  mails = [];
  refuses = false;
  mailServer = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      const parts: Buffer[] = [];
      const sink = new Writable({
        write(part, _encoding, next) {
          parts.push(part);
          next();
        },
      });
      stream.pipe(sink).on('finish', () => {
        if (!refuses) mails.push(Buffer.concat(parts).toString());
        done(
          refuses ? Object.assign(new Error('mailbox wanja@example.com is full'), { responseCode: 452 }) : undefined,
        );
      });
    },
  });
  await new Promise<void>((done) => {
    mailServer.listen(0, '127.0.0.1', done);
  });
  const { port } = mailServer.server.address() as { port: number };
  server = await openTestServer({
    ALARM_PHONES: '0722 000 999',
    ALARM_EMAILS: 'wanja@example.com',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'mfuko@example.com',
    PLATFORM_NAME: 'Mfuko',
  });
  school = await server.aSchool('Nyota');
});
afterEach(async () => {
  await server.close();
  await new Promise<void>((done) => {
    mailServer.close(done);
  });
});

const texts = () => server.sent.map(({ to, text }) => [to, text]);
/** Moves the last message into the past, beyond the pause. */
const later = () =>
  server.context.db.inPlatform((tx) =>
    tx.row(`UPDATE alarms SET notified_at = notified_at - interval '11 minutes' WHERE school_id = $1`, [tx.schoolId]),
  );
const raise = (...alarm: Parameters<typeof raiseAlarm> extends [unknown, ...infer Rest] ? Rest : never) =>
  server.context.db.inPlatform((tx) => raiseAlarm(tx, ...alarm));

describe('alarm', () => {
  it('sends SMS and e-mail about the notice without personal data', async () => {
    await server.context.db.inSchool(school, (tx) =>
      notifyStaff(tx, { kind: 'books.wrong', subject: null, params: { name: 'Amina Juma', phone: '0733000111' } }),
    );
    await server.runJobs();
    expect(texts()).toEqual([[PHONE, 'Mfuko: The books do not match the records: Nyota.']]);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain('Subject: Mfuko: The books do not match the records: Nyota');
    expect(mails[0]).toContain('To: wanja@example.com');
    expect(JSON.stringify([texts(), mails])).not.toMatch(/Amina|733000111/);
  });

  it('other notices and rolled back alarms send nothing', async () => {
    await server.context.db.inSchool(school, (tx) =>
      notifyStaff(tx, { kind: 'till.variance', subject: null, params: {} }),
    );
    const undone = server.context.db.inPlatform(async (tx) => {
      await raiseAlarm(tx, 'server.backup-failed');
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await server.runJobs();
    expect([texts(), mails]).toEqual([[], []]);
  });

  it('alarms within ten minutes of the last are sent together', async () => {
    await raise('server.disk-low');
    await server.runJobs();
    await raise('server.backup-failed');
    await raise('job.given-up', 'send-message');
    await raise('job.given-up', 'seal');
    await server.runJobs();
    expect(texts()).toHaveLength(1);
    await later();
    await raise('clock.wrong');
    await server.runJobs();
    expect(texts().slice(1)).toEqual([
      [
        PHONE,
        'Mfuko: The backup failed. A job failed for good: send-message, seal. The clock of the server is wrong: money is refused.',
      ],
    ]);
    expect(mails[1]).toContain('Subject: Mfuko: 3 alarms');
  });

  it('the same alarm is sent once in six hours', async () => {
    await raise('server.disk-low');
    await raise('server.disk-low');
    await server.runJobs();
    await later();
    await raise('server.disk-low');
    await server.runJobs();
    expect(texts()).toHaveLength(1);
  });

  it('a refused e-mail is retried, and its address is not logged', async () => {
    refuses = true;
    await raise('server.disk-low');
    await server.runJobs();
    expect([texts().length, mails.length]).toEqual([1, 0]);
    const owner = new pg.Client(server.ownerUrl);
    await owner.connect();
    const { rows } = await owner.query(
      `SELECT last_error, max_attempts FROM graphile_worker.jobs WHERE task_identifier = 'mail-alarms'`,
    );
    await owner.end();
    const [job] = rows;
    expect(job).toMatchObject({ max_attempts: 12 });
    expect(job.last_error).toContain('The mail server refused the message: EMESSAGE 452');
    expect(job.last_error).not.toContain('wanja');
  });
});

describe('job that is given up', () => {
  const failing = (task: string) =>
    withAlarm(server.context.db, {
      [task]: () => Promise.reject(new Error('Amina Juma')),
    })[task]!;
  const run = (attempts: number, max_attempts: number) => ({ job: { attempts, max_attempts } });

  it('raises an alarm at its last attempt, naming its kind only', async () => {
    await expect(failing('send-receipt')({}, run(24, 25))).rejects.toThrow();
    await server.runJobs();
    expect(texts()).toEqual([]);
    await expect(failing('send-receipt')({}, run(25, 25))).rejects.toThrow();
    await server.runJobs();
    expect(texts()).toEqual([[PHONE, 'Mfuko: A job failed for good: send-receipt.']]);
  });

  it('raises none when it is scheduled or sends alarms itself', async () => {
    await expect(failing('seal')({}, run(1, 1))).rejects.toThrow();
    await expect(failing('mail-alarms')({}, run(12, 12))).rejects.toThrow();
    await server.runJobs();
    expect(texts()).toEqual([]);
  });
});
