import { Button, Group, Progress, Stack, Table, Text } from '@mantine/core';
import { AmountField } from '../../ui/AmountField.tsx';
import '@mantine/core/styles/Progress.css';
import { getPayments, type PaymentRow, requestPayment } from '@mfuko/contract/payments';
import { getContacts, getStudents, type StudentRow } from '@mfuko/contract/students';
import { IconDeviceMobileMessage } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { serverNow } from '../../lib/clock.ts';
import { formatDate } from '../../lib/format.ts';
import { type Say, useTranslation } from '../../lib/i18n.ts';
import { CallError, describe, OutcomeUnknown } from '../../lib/problems.ts';
import { queryKey, useCall } from '../../lib/queries.ts';
import { call } from '../../lib/request.ts';
import { isWorkplace, workplaceNow } from '../../lib/workplace.ts';
import { callSure } from '../../school/attempts/sure-outcome.ts';
import { Tag } from '../../ui/Tag.tsx';
import { TitledModal } from '../../ui/TitledModal.tsx';
import { isShillings, STATE_COLOURS, useReason } from './words.ts';

const POLL_MS = 3_000;

/** Time within which a guardian is not asked again, whichever user or device has asked. */
const ASKED_WITHIN_MS = 3_600_000;

/**
 * Outcome for one student: the id of the STK push, or the reason why there is none. `unknown`: a push may exist; `earlier`: the time at
 * which the guardian was asked already.
 */
type Outcome =
  | { readonly sysid: string; readonly after?: string | undefined; readonly earlier?: string }
  | { readonly refused: string; readonly unknown?: true };

/** Asks the first guardian of each of many students, one after the other, and lists the outcomes. */
export function AskMany({ rows }: { rows: readonly StudentRow[] }) {
  const { t } = useTranslation('payments');
  const [opened, open] = useState(false);
  const [busy, setBusy] = useState(false);
  const active = rows.filter(({ status }) => status === 'active');
  if (active.length === 0) return null;
  return (
    <>
      <Button
        size="sm"
        variant="default"
        leftSection={<IconDeviceMobileMessage size={18} aria-hidden />}
        onClick={() => open(true)}
      >
        {t('many.act')}
      </Button>
      <TitledModal
        opened={opened}
        onClose={() => open(false)}
        size="lg"
        title={t('many.title', { count: active.length })}
        // Cannot be closed during a run, since the user would no longer see who was asked and might ask again; the Stop button ends the
        // run.
        closeOnClickOutside={!busy}
        closeOnEscape={!busy}
        withCloseButton={!busy}
      >
        {opened && <Asking rows={active} busy={busy} setBusy={setBusy} />}
      </TitledModal>
    </>
  );
}

interface AskingProps {
  readonly rows: readonly StudentRow[];
  readonly busy: boolean;
  readonly setBusy: (busy: boolean) => void;
}

function Asking({ rows, busy, setBusy }: AskingProps) {
  const { t } = useTranslation('payments');
  const reasonOf = useReason();
  const client = useQueryClient();
  const [amount, setAmount] = useState('');
  const [missing, setMissing] = useState(false);
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [since, setSince] = useState<string | null>(null);
  const begun = useRef(false);
  const stopped = useRef(false);
  // Stops the run when the user leaves the screen, since nobody sees its results any more.
  useEffect(() => {
    stopped.current = false;
    return () => {
      stopped.current = true;
    };
  }, []);
  const listed = useCall(
    getPayments,
    { from: since ?? undefined, page: 1, pageSize: 10_000 },
    { enabled: since !== null, staleTime: 0, refetchInterval: POLL_MS },
  );
  const states = new Map((listed.data?.rows ?? []).map((row: PaymentRow) => [row.sysid, row]));

  async function askAll() {
    if (!isShillings(amount)) return setMissing(true);
    if (begun.current) return;
    begun.current = true;
    setMissing(false);
    setBusy(true);
    const from = new Date(serverNow() - ASKED_WITHIN_MS).toISOString();
    setSince(from);
    const [asked, workplace] = [new Map<string, string>(), workplaceNow()];
    await oneAtATime(async () => {
      for (const row of rows) {
        if (stopped.current || !isWorkplace(workplace)) break;
        const outcome = await askFirst(row, Number(amount), { asked, from, t });
        setOutcomes((before) => new Map(before).set(row.sysid, outcome));
      }
    });
    setBusy(false);
    void client.invalidateQueries({ queryKey: queryKey(getStudents) });
  }
  const done = outcomes.size;
  const count = (of: (row: PaymentRow | undefined, outcome: Outcome) => boolean) =>
    [...outcomes.values()].filter((outcome) => of('sysid' in outcome ? states.get(outcome.sysid) : undefined, outcome))
      .length;
  const summary = {
    paid: count((row) => row?.state === 'paid'),
    pending: count((row, outcome) => 'sysid' in outcome && (row === undefined || row.state === 'pending')),
    failed: count(
      (row, outcome) =>
        ('refused' in outcome && !outcome.unknown) || row?.state === 'failed' || row?.state === 'cancelled',
    ),
  };
  const unknown = count((_, outcome) => 'refused' in outcome && outcome.unknown === true);
  function submit(event: FormEvent) {
    event.preventDefault();
    void askAll();
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('many.hint')}
        </Text>
        <AmountField
          label={t('ask.amount')}
          value={amount}
          onChange={setAmount}
          error={missing && t('ask.missing.amount')}
          disabled={done > 0}
          data-autofocus
          required
        />
        {since === null ? (
          <Group justify="flex-end">
            <Button type="submit">{t('many.start')}</Button>
          </Group>
        ) : (
          <>
            <div role="status">
              <Text size="sm">{t('many.progress', { count: done, of: rows.length })}</Text>
              <Text size="sm" fw={600}>
                {t('many.summary', summary)}
                {unknown > 0 && t('many.unknown', { count: unknown })}
              </Text>
            </div>
            <Progress
              value={(done / rows.length) * 100}
              aria-label={t('many.progress', { count: done, of: rows.length })}
            />
            {busy && (
              <Group justify="flex-end">
                <Button
                  variant="default"
                  onClick={() => {
                    stopped.current = true;
                  }}
                >
                  {t('many.stop')}
                </Button>
              </Group>
            )}
            <Table aria-label={t('many.title', { count: rows.length })}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('many.student')}</Table.Th>
                  <Table.Th>{t('many.state')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map((row) => {
                  const outcome = outcomes.get(row.sysid);
                  const state = outcome && 'sysid' in outcome ? states.get(outcome.sysid) : undefined;
                  return (
                    <Table.Tr key={row.sysid}>
                      <Table.Td>{row.names}</Table.Td>
                      <Table.Td>
                        {outcome === undefined ? (
                          t('many.waiting')
                        ) : 'refused' in outcome ? (
                          outcome.refused
                        ) : (
                          <>
                            <Tag color={STATE_COLOURS[state?.state ?? 'pending']}>
                              {t(`states.${state?.state ?? 'pending'}`)}
                            </Tag>{' '}
                            {state && (state.receiptNumber ?? reasonOf(state))}
                            {outcome.after !== undefined &&
                              (state?.state ?? 'pending') === 'pending' &&
                              t('many.queued', { names: outcome.after })}
                            {outcome.earlier !== undefined && t('many.earlier', { at: formatDate(outcome.earlier) })}
                          </>
                        )}
                      </Table.Td>
                    </Table.Tr>
                  );
                })}
              </Table.Tbody>
            </Table>
          </>
        )}
      </Stack>
    </form>
  );
}

/** Runs the work under a lock, so that a second tab of this browser waits for the first and then sees whom it has asked. */
async function oneAtATime(work: () => Promise<void>): Promise<void> {
  // Web Locks do not exist over plain HTTP, as on a developer's machine.
  await (navigator.locks ? navigator.locks.request('ask-many', work) : work());
}

interface Asking {
  /** Name of the last student for whom each phone was asked: the next request to the same phone waits until that one is over. */
  readonly asked: Map<string, string>;
  readonly from: string;
  readonly t: Say<'payments'>;
}

/** Asks the first guardian, unless the server has a pending or paid STK push since `from`, as of an earlier page load or of a colleague. */
async function askFirst(row: StudentRow, amount: number, { asked, from, t }: Asking): Promise<Outcome> {
  const { admissionNumber } = row;
  const findAsked = async () => {
    const before = await call(getPayments, { admissionNumber, from, page: 1, pageSize: 100 }, { overlay: false });
    return before.rows.find((one) => one.asked && (one.state === 'pending' || one.state === 'paid'));
  };
  try {
    const [{ rows }, told] = await Promise.all([
      call(getContacts, { studentSYSID: row.sysid, page: 1, pageSize: 1 }, { overlay: false }),
      findAsked(),
    ]);
    const mobileNumber = rows[0]?.mobileNumber;
    if (mobileNumber === undefined) return { refused: t('many.noGuardian') };
    const last = asked.get(mobileNumber);
    asked.set(mobileNumber, row.names);
    if (told) return { sysid: told.sysid, earlier: told.date };
    const { sysid } = await callSure(
      requestPayment,
      { admissionNumber, amount, mobileNumber, queue: true },
      { overlay: false },
    );
    return { sysid, after: last };
  } catch (error) {
    // A second request could make the guardian pay twice.
    if (error instanceof OutcomeUnknown) return { refused: t('many.notKnown'), unknown: true };
    if (error instanceof CallError && error.problem === 'payment.asked-already') {
      // Another device has asked since the payments were read; without them the refusal itself says so.
      const told = await findAsked().catch(() => undefined);
      if (told) return { sysid: told.sysid, earlier: told.date };
    }
    const { title, message } = describe(error);
    return { refused: message || title };
  }
}
