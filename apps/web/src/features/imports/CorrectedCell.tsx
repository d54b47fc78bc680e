import { Input } from '@mantine/core';
import { useState } from 'react';

interface CorrectedCellProps {
  readonly label: string;
  readonly text: string;
  readonly secret: boolean;
  readonly wrong: boolean;
  /** Id of the element that describes the fault. */
  readonly told: string | undefined;
  readonly onCorrect: (text: string) => void;
}

/**
 * Cell that can be corrected in place. The text counts when the field loses the focus. Enter moves to the next faulty cell, as in a
 * spreadsheet, so that a column of faults can be corrected by keyboard alone.
 */
export function CorrectedCell({ label, text, secret, wrong, told, onCorrect }: CorrectedCellProps) {
  const [typed, setTyped] = useState(text);
  const settle = () => {
    if (typed !== text) onCorrect(typed);
  };
  return (
    // Mantine's own ARIA attributes are off: they would overwrite these, and without a wrapper they cannot refer to the fault's text.
    <Input
      size="xs"
      withAria={false}
      aria-label={label}
      error={wrong}
      aria-invalid={wrong || undefined}
      aria-describedby={told}
      value={typed}
      placeholder={secret ? '••••' : undefined}
      autoComplete="off"
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        const next = wrongCellAfter(event.currentTarget);
        if (next) next.focus();
        else settle();
      }}
    />
  );
}

function wrongCellAfter(cell: HTMLInputElement): HTMLInputElement | undefined {
  const wrong = [...(cell.closest('table')?.querySelectorAll<HTMLInputElement>('input[aria-invalid]') ?? [])];
  return wrong.find((other) => cell.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
}
