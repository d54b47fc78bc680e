import type { InputOf } from '@mfuko/contract/endpoint';
import { formatKes, toKes } from '@mfuko/contract/money';
import type { Fee, SchoolSettings, updateSchoolSettings as updateCall } from '@mfuko/contract/schools';
import { audit } from '../../platform/audit/audit.ts';
import { changesOf } from '../../platform/audit/changes.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { requireUnchanged, stamped } from '../../platform/records/stamp.ts';
import { absentBeforeLate, schoolNotFound } from './errors.ts';

/** Kinds of journal entries that may cost a fee, by their names in the API and in the ledger. */
const FEES = [
  ['cashOutFee', 'cash-out'],
  ['collectionFee', 'collection'],
  ['canteenFee', 'canteen'],
] as const;

interface Rule {
  readonly kind: string;
  readonly fixed: bigint;
  readonly basis_points: number;
  readonly cap: bigint | null;
}

/** Reads the rules of the transaction's school. Throws school.not-found. */
export async function readSettings(tx: ReadTx): Promise<SchoolSettings> {
  const school = await tx.row<{
    policy: SchoolSettings['consentPolicy'];
    most: bigint;
    till: boolean;
    devices: boolean;
    signed: boolean;
    code: boolean;
    collector: boolean;
    exeat: boolean;
    factor: boolean;
    touch: boolean;
    hold: number;
    first: boolean;
    pin: number;
    alarm: number;
    arrival: number;
    proof: boolean;
    leavers: number;
    places: number;
    lateFrom: string | null;
    absentFrom: string | null;
    schoolDays: number[];
    dailyCheckIn: boolean;
    tellAbsent: boolean;
    tellLate: boolean;
    tellOverdueExeats: boolean;
  }>(
    `SELECT consent_policy AS policy, entry_limit AS most, require_till AS till, require_devices AS devices,
            require_signed_captures AS signed, require_consent_code AS code, require_collector AS collector,
            require_exeat AS exeat,
            require_second_factor AS factor, finger_only_gate AS touch,
            hold_after_change_hours AS hold, hold_first_means AS first, pin_length AS pin, trip_alarm_minutes AS alarm,
            arrival_alarm_minutes AS arrival, require_proof_for_items AS proof,
            erase_leavers_days AS leavers, forget_places_days AS places,
            to_char(late_from, 'HH24:MI') AS "lateFrom", to_char(absent_from, 'HH24:MI') AS "absentFrom", school_days AS "schoolDays",
            daily_check_in AS "dailyCheckIn", tell_absent AS "tellAbsent", tell_late AS "tellLate",
            tell_overdue_exeats AS "tellOverdueExeats"
     FROM schools WHERE id = $1 AND deleted_at IS NULL`,
    [tx.schoolId],
  );
  if (!school) throw schoolNotFound();
  const rules = await tx.rows<Rule>('SELECT kind, fixed, basis_points, cap FROM fee_rules WHERE school_id = $1', [
    tx.schoolId,
  ]);
  const feeOf = (kind: string): Fee | null => {
    const rule = rules.find((each) => each.kind === kind);
    if (!rule) return null;
    const cap = rule.cap === null ? null : toKes(rule.cap);
    return { fixed: toKes(rule.fixed), percent: rule.basis_points / 100, cap };
  };
  return stamped({
    sysid: tx.schoolId,
    consentPolicy: school.policy,
    movementLimit: toKes(school.most),
    requireTill: school.till,
    requireDevices: school.devices,
    requireSignedCaptures: school.signed,
    requireConsentCode: school.code,
    requireCollector: school.collector,
    requireExeat: school.exeat,
    requireSecondFactor: school.factor,
    fingerOnlyGate: school.touch,
    holdAfterChangeHours: school.hold,
    holdFirstMeans: school.first,
    pinLength: school.pin,
    tripAlarmMinutes: school.alarm,
    arrivalAlarmMinutes: school.arrival,
    lateFrom: school.lateFrom,
    absentFrom: school.absentFrom,
    schoolDays: school.schoolDays,
    dailyCheckIn: school.dailyCheckIn,
    tellAbsent: school.tellAbsent,
    tellLate: school.tellLate,
    tellOverdueExeats: school.tellOverdueExeats,
    requireProofForItems: school.proof,
    eraseLeaversDays: school.leavers,
    forgetPlacesDays: school.places,
    cashOutFee: feeOf('cash-out'),
    collectionFee: feeOf('collection'),
    canteenFee: feeOf('canteen'),
  });
}

/** Changes the given settings. Earlier journal entries keep their fees. */
export async function changeSettings(call: Call, input: InputOf<typeof updateCall>): Promise<SchoolSettings> {
  return call.recordIn(input.sysid, async (tx) => {
    await tx.row('SELECT 1 AS one FROM schools WHERE id = $1 FOR UPDATE', [tx.schoolId]);
    const before = await readSettings(tx);
    await requireUnchanged(input.updated, async () => before);
    const { lateFrom = before.lateFrom, absentFrom = before.absentFrom } = input;
    // Otherwise a student who came between the two times would be reported as absent and listed as on time.
    if (lateFrom !== null && absentFrom !== null && absentFrom < lateFrom) throw absentBeforeLate();
    await tx.row(
      `UPDATE schools SET consent_policy = COALESCE($2, consent_policy), entry_limit = COALESCE($3, entry_limit),
                          require_till = COALESCE($4, require_till), hold_after_change_hours = COALESCE($5, hold_after_change_hours),
                          trip_alarm_minutes = COALESCE($6, trip_alarm_minutes),
                          require_proof_for_items = COALESCE($7, require_proof_for_items),
                          require_devices = COALESCE($8, require_devices), require_second_factor = COALESCE($13, require_second_factor),
                          erase_leavers_days = COALESCE($9, erase_leavers_days),
                          -- A person who keeps the rule as it is has not set it.
                          erase_leavers_by = CASE WHEN $9 <> erase_leavers_days THEN $11 ELSE erase_leavers_by END,
                          forget_places_days = COALESCE($10, forget_places_days),
                          require_collector = COALESCE($12, require_collector),
                          finger_only_gate = COALESCE($14, finger_only_gate),
                          require_exeat = COALESCE($15, require_exeat),
                          arrival_alarm_minutes = COALESCE($16, arrival_alarm_minutes),
                          hold_first_means = COALESCE($17, hold_first_means),
                          late_from = $18, absent_from = $19, school_days = COALESCE($20, school_days),
                          daily_check_in = COALESCE($21, daily_check_in), tell_absent = COALESCE($22, tell_absent),
                          require_signed_captures = COALESCE($25, require_signed_captures),
                          require_consent_code = COALESCE($26, require_consent_code), pin_length = COALESCE($27, pin_length),
                          tell_late = COALESCE($23, tell_late), tell_overdue_exeats = COALESCE($24, tell_overdue_exeats)
       WHERE id = $1`,
      [
        tx.schoolId,
        input.consentPolicy,
        input.movementLimit,
        input.requireTill,
        input.holdAfterChangeHours,
        input.tripAlarmMinutes,
        input.requireProofForItems,
        input.requireDevices,
        input.eraseLeaversDays,
        input.forgetPlacesDays,
        call.actor.userId,
        input.requireCollector,
        input.requireSecondFactor,
        input.fingerOnlyGate,
        input.requireExeat,
        input.arrivalAlarmMinutes,
        input.holdFirstMeans,
        lateFrom,
        absentFrom,
        input.schoolDays,
        input.dailyCheckIn,
        input.tellAbsent,
        input.tellLate,
        input.tellOverdueExeats,
        input.requireSignedCaptures,
        input.requireConsentCode,
        input.pinLength,
      ],
    );
    for (const [field, kind] of FEES) if (input[field] !== undefined) await setFee(tx, kind, input[field]);
    const after = await readSettings(tx);
    await audit(tx, call, {
      action: 'school.update-settings',
      subjectKind: 'school',
      subjectId: tx.schoolId,
      detail: { changes: changesOf(inWords(before), inWords(after)) },
    });
    return after;
  });
}

type NewFee = NonNullable<InputOf<typeof updateCall>['cashOutFee']>;

async function setFee(tx: Tx, kind: string, fee: NewFee | null): Promise<void> {
  if (!fee || (fee.fixed === 0n && fee.percent === 0)) {
    await tx.row('DELETE FROM fee_rules WHERE school_id = $1 AND kind = $2', [tx.schoolId, kind]);
    return;
  }
  await tx.row(
    `INSERT INTO fee_rules (school_id, kind, fixed, basis_points, cap) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (school_id, kind) DO UPDATE SET fixed = $3, basis_points = $4, cap = $5`,
    [tx.schoolId, kind, fee.fixed, fee.percent, fee.cap],
  );
}

function inWords({ sysid: _, updated: __, cashOutFee, collectionFee, canteenFee, ...rest }: SchoolSettings) {
  return {
    ...rest,
    cashOutFee: feeInWords(cashOutFee),
    collectionFee: feeInWords(collectionFee),
    canteenFee: feeInWords(canteenFee),
  };
}

/** Formats a fee: `KES 10.00 + 1.5 %, at most KES 50.00`. */
function feeInWords(fee: Fee | null): string | null {
  if (!fee) return null;
  const kes = (amount: number) => formatKes(BigInt(Math.round(amount * 100)));
  const parts = [...(fee.fixed > 0 ? [kes(fee.fixed)] : []), ...(fee.percent > 0 ? [`${fee.percent} %`] : [])];
  return parts.join(' + ') + (fee.cap === null ? '' : `, at most ${kes(fee.cap)}`);
}
