import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import {
  AGAIN_SKIPPED,
  type AgainSkipped,
  MAX_RESENT,
  type previewSendAgain,
  type SentAgain,
  type sendAllAgain,
} from '@mfuko/contract/messages';
import { audit } from '../../platform/audit/audit.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { audienceChanged, nobodyToWriteTo, overCap } from './errors.ts';
import { inKes, readMonth } from './month.ts';
import { writeAgain } from './resend.ts';
import { lockMessage } from './store.ts';

type Which = InputOf<typeof previewSendAgain>;

/** A message that was asked to be sent again; `why` is the reason against it, null for none. */
interface Candidate {
  readonly id: string;
  readonly segments: number;
  readonly why: AgainSkipped | null;
}

/** Returns the cost of sending these messages again, and what is left of the month's cap. */
export async function previewAgain(
  tx: ReadTx,
  context: AppContext,
  which: Which,
): Promise<AnswerOf<typeof previewSendAgain>> {
  const { candidates, beyond } = await listCandidates(tx, which);
  const { spent, cap } = await readMonth(tx);
  return { ...sumOf(context, candidates), left: Math.max(0, cap - spent), beyond };
}

/**
 * Sends messages again. Throws message.nobody, message.audience-changed where more would be sent than was shown, and message.over-cap.
 */
export function sendManyAgain(
  call: Call,
  context: AppContext,
  { messages: shown, ...which }: InputOf<typeof sendAllAgain>,
): Promise<SentAgain> {
  return call.record(async (tx) => {
    const { candidates } = await listCandidates(tx, which);
    const sum = sumOf(context, candidates);
    if (sum.messages === 0) throw nobodyToWriteTo();
    if (sum.messages > shown) throw audienceChanged(sum.messages);
    const { spent, cap } = await readMonth(tx);
    if (spent + sum.cost > cap) throw overCap(sum.cost, cap - spent);
    const late = new Set<string>();
    // Lock in the order of ids, so that two calls for the same messages cannot deadlock.
    const going = candidates.filter(({ why }) => why === null).sort((a, b) => (a.id < b.id ? -1 : 1));
    for (const { id } of going) if (!(await sendOne(tx, context, id))) late.add(id);
    const done = sumOf(
      context,
      candidates.map((one) => (late.has(one.id) ? { ...one, why: 'again' as const } : one)),
    );
    if (done.messages === 0) throw nobodyToWriteTo();
    const detail = { messages: done.messages };
    await audit(tx, call, { action: 'message.again-many', subjectKind: 'message', detail });
    return done;
  });
}

/** Sends one message again; returns false where another call was faster. */
async function sendOne(tx: Tx, context: AppContext, id: string): Promise<boolean> {
  const message = await lockMessage(tx, id);
  if (!message?.to_sealed || !message.text_sealed) return false;
  return (await writeAgain(tx, context, message, { to: message.to_sealed, text: message.text_sealed })) !== null;
}

function sumOf(context: AppContext, candidates: readonly Candidate[]): SentAgain {
  const going = candidates.filter(({ why }) => why === null);
  const segments = going.reduce((sum, one) => sum + one.segments, 0);
  const skipped = Object.fromEntries(
    AGAIN_SKIPPED.map((why) => [why, candidates.filter((one) => one.why === why).length]),
  ) as Record<AgainSkipped, number>;
  return { messages: going.length, cost: inKes(BigInt(segments * context.config.smsPrice)), skipped };
}

const WHY = `CASE
  WHEN m.state NOT IN ('undelivered', 'failed', 'stopped') THEN 'moving'
  WHEN EXISTS (SELECT 1 FROM sms_messages a WHERE a.school_id = $1 AND a.again_of = m.id) THEN 'again'
  WHEN EXISTS (SELECT 1 FROM sms_messages n WHERE n.school_id = $1 AND n.chain_id = m.chain_id AND n.turn > m.turn
                 AND n.state NOT IN ('undelivered', 'failed', 'stopped')) THEN 'next'
  WHEN m.to_sealed IS NULL OR m.text_sealed IS NULL THEN 'notKept'
  WHEN EXISTS (SELECT 1 FROM sms_opt_outs o WHERE o.phone_hash = m.to_hash) THEN 'optedOut' END`;

/** Returns the messages named by id, or those of a filter that did not arrive and were not sent again, up to the limit. */
async function listCandidates(
  tx: ReadTx,
  { sysids, ...filter }: Which,
): Promise<{ readonly candidates: Candidate[]; readonly beyond: number }> {
  if (sysids) {
    const candidates = await tx.rows<Candidate>(
      `SELECT m.id, m.segments, ${WHY} AS why FROM sms_messages m WHERE m.school_id = $1 AND m.id = ANY($2)`,
      [tx.schoolId, sysids],
    );
    return { candidates, beyond: 0 };
  }
  const search = filter.search ? `%${filter.search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%` : null;
  const candidates = await tx.rows<Candidate & { going: number }>(
    `SELECT id, segments, why, (count(*) FILTER (WHERE why IS NULL) OVER ())::int AS going FROM (
       SELECT m.id, m.segments, m.created_at, ${WHY} AS why FROM sms_messages m
       WHERE m.school_id = $1 AND m.state IN ('undelivered', 'failed', 'stopped') AND ($2::text IS NULL OR m.state = $2)
         AND ($3::text IS NULL OR m.kind = $3) AND ($4::uuid IS NULL OR m.announcement_id = $4)
         AND ($5::text IS NULL OR m.to_masked ILIKE $5 OR m.about ILIKE $5 OR m.failure ILIKE $5)) AS found
     WHERE why IS DISTINCT FROM 'again' ORDER BY why IS NOT NULL, created_at, id LIMIT $6`,
    [tx.schoolId, filter.state ?? null, filter.kind ?? null, filter.announcementSYSID ?? null, search, MAX_RESENT],
  );
  const [first] = candidates;
  return { candidates, beyond: Math.max(0, (first?.going ?? 0) - MAX_RESENT) };
}
