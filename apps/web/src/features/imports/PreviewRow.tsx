import { Button, Table } from '@mantine/core';
import type { ImportAnswer, ImportError } from '@mfuko/contract/imports';
import { useTranslation } from '../../lib/i18n.ts';
import { CorrectedCell } from './CorrectedCell.tsx';
import { faultsOf } from './corrections.ts';
import { faultWords } from './fault-words.ts';
import classes from './Imports.module.css';
import type { OpenedList } from './opened-list.ts';

interface PreviewRowProps {
  readonly row: number;
  readonly cells: readonly string[];
  readonly list: OpenedList;
  readonly said: ReturnType<typeof sortFaults>;
  readonly onCorrect: (cell: string, text: string) => void;
  readonly onSetAside: (rows: readonly number[]) => void;
}

/** Groups the faults and warnings of an answer by their cell. */
export function sortFaults(answer: ImportAnswer) {
  return {
    ofCell: new Map([...answer.warnings, ...faultsOf(answer)].map((error) => [error.cell, error])),
    warned: new Set(answer.warnings.map(({ cell }) => cell)),
    warnedRows: new Set(answer.warnings.map(({ row }) => row)),
    totalDiffers: answer.totalsThatDiffer.length > 0,
  };
}

/** Row of the file, with a switch that leaves it out, its faults, and corrections in place. */
export function PreviewRow({ row, cells, list, said, onCorrect, onSetAside }: PreviewRowProps) {
  const { t } = useTranslation('imports');
  const { sheet, mapping, mends, setAside } = list;
  const isOut = setAside.includes(row);
  return (
    <Table.Tr role="row" data-out={isOut || undefined}>
      <Table.Th role="rowheader" scope="row" data-title={t('preview.row')}>
        {row}
      </Table.Th>
      <Table.Td role="cell" className={classes.act}>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={t(isOut ? 'preview.takeInRow' : 'preview.leaveOutRow', { row })}
          onClick={() => onSetAside(isOut ? setAside.filter((each) => each !== row) : [...setAside, row])}
        >
          {t(isOut ? 'preview.takeIn' : 'preview.leaveOut')}
        </Button>
      </Table.Td>
      {sheet.columns.map(({ letter, title }, place) => {
        const cell = `${letter}${row}`;
        const error = said.ofCell.get(cell);
        const secret = mapping[letter] === 'checkPin';
        const text = mends[cell] ?? cells[place] ?? '';
        // A differing name may mean that the number belongs to another child.
        const asksForNumber = said.warnedRows.has(row) && mapping[letter] === 'admissionNumber';
        // A differing total may be caused by any amount above it.
        const asksForAmount = said.totalDiffers && mapping[letter] === 'amount';
        const state = error ? (said.warned.has(cell) ? 'warning' : 'wrong') : cell in mends ? 'corrected' : undefined;
        return (
          <Table.Td
            key={letter}
            role="cell"
            className={classes.cell}
            data-title={title || letter}
            data-state={isOut ? undefined : state}
          >
            {mapping[letter] &&
            !isOut &&
            (state === 'wrong' || state === 'corrected' || asksForNumber || asksForAmount) ? (
              <CorrectedCell
                label={t('preview.mend', { row, column: title || letter })}
                text={secret ? '' : text}
                secret={secret}
                wrong={state === 'wrong'}
                told={error && faultId(cell)}
                onCorrect={(typed) => onCorrect(cell, typed)}
              />
            ) : secret && text !== '' ? (
              '••••'
            ) : (
              text
            )}
            {error && !isOut && <Fault id={faultId(cell)} error={error} warning={state === 'warning'} />}
          </Table.Td>
        );
      })}
    </Table.Tr>
  );
}

function faultId(cell: string): string {
  return `fault-${cell}`;
}

interface FaultProps {
  readonly error: ImportError;
  readonly warning?: boolean;
  readonly id?: string;
}

export function Fault({ error, warning = false, id }: FaultProps) {
  // Renders again when the language changes.
  useTranslation('imports');
  return (
    <span id={id} className={classes.fault} data-warning={warning || undefined}>
      {faultWords(error)}
    </span>
  );
}
