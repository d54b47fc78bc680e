import type { InputOf } from '@mfuko/contract/endpoint';
import type { Announcement, announce as announceCall, getAnnouncements } from '@mfuko/contract/messages';
import type { NewNotice } from '@mfuko/contract/notices';
import { smsLength } from '@mfuko/contract/sms';
import { audit } from '../../platform/audit/audit.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Call, Page } from '../../platform/http/call.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { enqueueStaffNotice } from '../../platform/jobs/staff-notice.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';
import { audienceChanged, messageNotFound, nobodyToWriteTo, overCap } from './errors.ts';
import { asksForeignPayment, completesForeignPayment } from './foreign-payment.ts';
import { inKes, readMonth } from './month.ts';
import type { Reached } from './receipt.ts';
import { readMessageSettings } from './settings.ts';
import { writeMessage } from './store.ts';

/** Job that writes the messages of an announcement, in portions. */
export const ANNOUNCE = 'write-announcement';
const AT_A_TIME = 200;
const TWO_DAYS = 48 * 3600;

/** Reads guardians of the active students of a class, or of all classes, each number once, sorted by number. */
export type GuardiansOf = (
  tx: ReadTx,
  which: { readonly classId: string | null; readonly after: string; readonly most: number },
) => Promise<Reached[]>;

/** Reads the name of a class; throws class.not-found. */
export type ClassName = (tx: Tx, classId: string) => Promise<string>;

/** Functions of features that come after messages in the order of imports. */
export interface AnnounceParts {
  readonly guardiansOf: GuardiansOf;
  readonly className: ClassName;
  /** Numbers by which the school is paid. */
  readonly ownNumbers: (tx: ReadTx) => Promise<string[]>;
}

/** Texts and audience of an announcement. */
export interface Drafted {
  readonly textEn: string | null;
  readonly textSw: string | null;
  readonly classId: string | null;
}

const ALL = { after: '', most: 100_000 } as const;

/** Counts the recipients of an announcement. */
export async function countAudience(tx: ReadTx, context: AppContext, guardiansOf: GuardiansOf, classId: string | null) {
  const guardians = await guardiansOf(tx, { classId, ...ALL });
  return {
    recipients: guardians.length,
    inKiswahili: guardians.filter(({ language }) => language === 'sw').length,
    price: inKes(BigInt(context.config.smsPrice)),
  };
}

/**
 * Stores an announcement; a job writes its messages in portions. An announcement to many, or one that asks for payment to a foreign
 * number, first waits for a second person. Throws message.nobody, message.audience-changed where the number of recipients is not the one
 * shown, and message.over-cap where it exceeds what is left of the month's cap.
 */
export async function announce(
  call: Call,
  context: AppContext,
  parts: AnnounceParts,
  input: InputOf<typeof announceCall>,
): Promise<Announcement> {
  const { textEn, textSw, classSYSID: classId = null } = input;
  return call.record(async (tx) => {
    const className = classId === null ? null : await parts.className(tx, classId);
    const recipients = await requireMoney(tx, context, parts, { textEn, textSw, classId }, input.recipients);
    const waitsFor = await whyWait(tx, parts, input);
    const id = newId();
    await tx.row(
      `INSERT INTO announcements (school_id, id, text_en, text_sw, class_id, class_name, recipients, by_user, waits_for)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [tx.schoolId, id, textEn, textSw, classId, className, recipients, call.actor.userId, waitsFor],
    );
    if (waitsFor.length === 0) await enqueue(tx, ANNOUNCE, { schoolId: tx.schoolId, id, after: '' });
    else {
      const notice: NewNotice = {
        kind: 'announcement.waits',
        subject: null,
        params: { by: call.actor.names, recipients },
        knownTo: call.actor.userId,
      };
      await enqueueStaffNotice(tx, notice, id);
    }
    await audit(tx, call, {
      action: 'message.announce',
      subjectKind: 'announcement',
      subjectId: id,
      detail: { className, recipients, ...(waitsFor.length > 0 ? { waitsFor } : {}) },
    });
    const [row] = (await listAnnouncements(tx, call.actor.userId, { pageSize: 1, sysid: id })).rows;
    if (!row) throw messageNotFound();
    return row;
  });
}

/**
 * Counts the present recipients of an announcement. Throws message.nobody, message.audience-changed where the count is not `shown`, and
 * message.over-cap.
 */
export async function requireMoney(
  tx: ReadTx,
  context: AppContext,
  { guardiansOf }: AnnounceParts,
  drafted: Drafted,
  shown?: number,
): Promise<number> {
  const guardians = await guardiansOf(tx, { classId: drafted.classId, ...ALL });
  if (guardians.length === 0) throw nobodyToWriteTo();
  if (shown !== undefined && guardians.length !== shown) throw audienceChanged(guardians.length);
  const segments = guardians.reduce((sum, { language }) => sum + smsLength(textFor(language, drafted)).segments, 0);
  const { spent, cap } = await readMonth(tx);
  const cost = inKes(BigInt(segments * context.config.smsPrice));
  if (spent + cost > cap) throw overCap(cost, cap - spent);
  return guardians.length;
}

async function whyWait(
  tx: ReadTx,
  { ownNumbers }: AnnounceParts,
  { textEn, textSw, recipients }: InputOf<typeof announceCall>,
): Promise<('recipients' | 'payment')[]> {
  const { announceApproval } = await readMessageSettings(tx);
  const own = await ownNumbers(tx);
  const earlier = await readUnread(tx);
  const foreign = [textEn, textSw].some(
    (text) => text !== null && (asksForeignPayment(text, own) || completesForeignPayment(text, earlier, own)),
  );
  const many = announceApproval > 0 && recipients > announceApproval;
  return [...(many ? (['recipients'] as const) : []), ...(foreign ? (['payment'] as const) : [])];
}

/** Returns the texts of the last 30 days that went out without a second person. */
async function readUnread(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ text: string }>(
    `SELECT concat_ws(' ', text_en, text_sw) AS text FROM announcements
     WHERE school_id = $1 AND created_at > now() - interval '30 days' AND waits_for = '{}'`,
    [tx.schoolId],
  );
  return rows.map(({ text }) => text);
}

function textFor(language: string, { textEn, textSw }: { textEn: string | null; textSw: string | null }): string {
  return (language === 'sw' ? (textSw ?? textEn) : (textEn ?? textSw)) ?? '';
}

/**
 * Writes the next portion of an announcement's messages. It is idempotent: the unique index keeps a second run from writing anybody
 * twice.
 */
export async function spread(
  tx: Tx,
  context: AppContext,
  guardiansOf: GuardiansOf,
  id: string,
  after: string,
): Promise<void> {
  const announcement = await tx.row<Drafted>(
    `SELECT text_en AS "textEn", text_sw AS "textSw", class_id AS "classId" FROM announcements
     WHERE school_id = $1 AND id = $2 AND spread_at IS NULL AND (waits_for = '{}' OR decision = 'approved')`,
    [tx.schoolId, id],
  );
  if (!announcement) return;
  const { classId } = announcement;
  const guardians = await guardiansOf(tx, { classId, after, most: AT_A_TIME });
  for (const { mobileNumber, language } of guardians) {
    await writeMessage(tx, context, {
      sms: { to: mobileNumber, text: textFor(language, announcement), kind: 'announcement' },
      lifeSeconds: TWO_DAYS,
      language,
      announcementId: id,
    });
  }
  const last = guardians.at(-1);
  if (last && guardians.length === AT_A_TIME) {
    await enqueue(tx, ANNOUNCE, { schoolId: tx.schoolId, id, after: last.mobileNumber });
    return;
  }
  await tx.row('UPDATE announcements SET spread_at = clock_timestamp() WHERE school_id = $1 AND id = $2', [
    ...[tx.schoolId, id],
  ]);
}

type Listed = Omit<Announcement, 'date' | 'cost'> & { date: Date; cost: bigint };

export async function listAnnouncements(
  tx: ReadTx,
  userId: string,
  query: Omit<InputOf<typeof getAnnouncements>, 'sort'> & { sort?: string | undefined },
): Promise<Page<Announcement>> {
  const page = await readPage<Listed>(tx, query, {
    sql: `SELECT a.id AS sysid, a.created_at AS date, COALESCE(u.first_name || ' ' || u.last_names, 'Platform') AS by,
                 a.text_en AS "textEn", a.text_sw AS "textSw", a.class_name AS "className", a.recipients,
                 coalesce(m.sent, 0) AS sent, coalesce(m.delivered, 0) AS delivered, coalesce(m.failed, 0) AS failed,
                 coalesce(m.cost, 0) AS cost,
                 CASE WHEN a.waits_for <> '{}' THEN json_build_object(
                   'state', coalesce(a.decision, 'waiting'), 'why', a.waits_for, 'own', a.by_user = $3,
                   'by', CASE WHEN a.decision IS NOT NULL THEN coalesce(d.first_name || ' ' || d.last_names, 'Platform') END)
                 END AS approval
          FROM announcements a
          LEFT JOIN users u ON u.school_id = a.school_id AND u.id = a.by_user
          LEFT JOIN users d ON d.school_id = a.school_id AND d.id = a.decided_by
          LEFT JOIN LATERAL (
            SELECT count(*) FILTER (WHERE state IN ('sent', 'submitted', 'buffered'))::int AS sent,
                   count(*) FILTER (WHERE state = 'delivered')::int AS delivered,
                   count(*) FILTER (WHERE state IN ('undelivered', 'failed', 'stopped'))::int AS failed,
                   sum(t.cost)::bigint AS cost
            FROM sms_messages t WHERE t.school_id = a.school_id AND t.announcement_id = a.id) AS m ON true
          WHERE a.school_id = $1 AND ($2::uuid IS NULL OR a.id = $2)`,
    values: [tx.schoolId, query.sysid ?? null, userId],
    searched: ['textEn', 'textSw', 'className'],
    sort: '-date',
    tie: 'sysid',
  });
  return {
    total: page.total,
    rows: page.rows.map((row) => ({ ...row, date: row.date.toISOString(), cost: inKes(row.cost) })),
  };
}
