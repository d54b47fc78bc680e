import type { Channel } from '@mfuko/contract/channels';
import { getImports, type ImportAnswer, type ImportField, type ImportKind, readSheet } from '@mfuko/contract/imports';
import { useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError, isSilence } from '../../lib/problems.ts';
import { call } from '../../lib/request.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { hideNotices, showDone, showError } from '../../ui/notify.tsx';
import { inputOf, rowsToCorrect } from './corrections.ts';
import { undecidedTotals } from './held-by.ts';
import { cameTo, KINDS, type Mapping, missingFields } from './kinds.ts';
import { type OpenedList, openedList, withMapping } from './opened-list.ts';

export const STEPS = ['file', 'columns', 'check', 'done'] as const;
export type Step = (typeof STEPS)[number];

/** State machine of an import: the file is read, its columns are assigned, the list is checked after each correction, and recorded. */
export function useImport(kind: ImportKind) {
  const { t } = useTranslation('imports');
  const { upload, changes } = KINDS[kind];
  const [step, setStep] = useState<Step>('file');
  const [arrived, setArrived] = useState(false);
  const [list, setList] = useState<OpenedList | null>(null);
  // Deposits mostly come from the bank.
  const [channel, setChannel] = useState<Channel>('bank');
  const [partial, setPartial] = useState(false);
  const [answer, setAnswer] = useState<ImportAnswer | null>(null);
  /** True while the answer is that of the current list, including the last correction. */
  const [current, setCurrent] = useState(false);
  const [checking, setChecking] = useState(false);
  const [progress, setProgress] = useState('');
  /** True where the outcome of the recording is unknown. */
  const [lost, setLost] = useState(false);
  const checks = useRef(0);
  const record = useSureRecord(upload, {
    overlay: false,
    refresh: [getImports, ...changes],
    onDone: (done) => {
      // Notices about faults no longer apply.
      hideNotices();
      setAnswer(done);
      setProgress('');
      setLost(false);
      go('done');
      showDone(t(`kinds.${kind}.${cameTo(done)}`), { keep: true });
    },
    onError: (error) => {
      // After an unknown outcome the next press asks for the outcome first, then sends the same request under the same id.
      if (!(error instanceof CallError) || !error.unsure) setProgress('');
      // The school's data has changed since the check, so the answer with the new faults replaces the old one.
      if (error instanceof CallError && error.problem === 'import.has-errors') setAnswer(error.detail as ImportAnswer);
      if (error instanceof CallError && isSilence(error)) setLost(true);
      else showError(error);
    },
  });

  function go(to: Step) {
    setArrived(true);
    setStep(to);
  }
  async function open(file: File) {
    // Notices about another file no longer apply.
    hideNotices();
    try {
      const sheet = await call(readSheet, { Sheet: file, kind });
      const mapping = Object.fromEntries(
        sheet.columns.flatMap(({ letter, field }) => (field ? [[letter, field as ImportField]] : [])),
      );
      const opened = openedList(file, sheet, mapping, channel);
      setList(opened);
      setPartial(false);
      const sure = missingFields(kind, mapping).length === 0 && sheet.columns.every(({ field }) => field !== null);
      if (sure) await check(opened);
      else go('columns');
    } catch (error) {
      showError(error);
    }
  }
  const differed = (row: number) => answer?.totalsThatDiffer.some((total) => total.row === row) ?? false;
  /** Runs a check without recording; only the answer to the latest request is used. */
  async function check(asked: OpenedList) {
    const { setAside, totalsOut } = asked;
    setList(asked);
    setCurrent(false);
    setChecking(true);
    setLost(false);
    const turn = ++checks.current;
    try {
      const found = await call(upload, inputOf(kind, asked), { query: { dryRun: true }, overlay: step !== 'check' });
      if (turn !== checks.current) return;
      const titled = found.totals.flatMap(({ row, titled }) => (titled && !setAside.includes(row) ? [row] : []));
      // Leaves a titled total out on the first check, and later only where a change has made the total right: a user who took one in again
      // meant to.
      const outNow = totalsOut === null ? titled : titled.filter((row) => differed(row));
      if (outNow.length > 0) {
        const out = { setAside: [...setAside, ...outNow], totalsOut: [...(totalsOut ?? []), ...outNow] };
        return await check({ ...asked, ...out });
      }
      // A total that was left out as correct and now differs is taken in again, so that the user decides.
      const back = undecidedTotals(found, asked).filter(({ row }) => totalsOut?.includes(row));
      const kept = setAside.filter((each) => !back.some(({ row }) => row === each));
      if (kept.length < setAside.length) return await check({ ...asked, setAside: kept });
      setAnswer(found);
      setCurrent(true);
      setList({
        ...asked,
        totalsOut: totalsOut ?? [],
        attention: new Set([...asked.attention, ...rowsToCorrect(found)]),
      });
      if (step !== 'check') go('check');
    } catch (error) {
      showError(error);
    } finally {
      if (turn === checks.current) setChecking(false);
    }
  }
  return {
    step,
    arrived,
    list,
    channel,
    setChannel,
    partial,
    setPartial,
    answer,
    progress,
    lost,
    checking,
    recording: record.isPending,
    open,
    check,
    toColumns: () => go('columns'),
    setMapping: (mapping: Mapping) => setList((now) => now && withMapping(now, mapping)),
    record() {
      if (!list) return;
      // The last check failed or is outdated, so the list is checked first: nothing is recorded that the user has not seen.
      if (!current) return void check(list);
      // Notices of an earlier press.
      hideNotices();
      setLost(false);
      const id = progress || crypto.randomUUID();
      setProgress(id);
      record.mutate({ ...inputOf(kind, list), partial, progress: id });
    },
    restart() {
      checks.current++;
      setChecking(false);
      setProgress('');
      setLost(false);
      setList(null);
      setAnswer(null);
      go('file');
    },
  };
}
