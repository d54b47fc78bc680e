import { Input } from '@mantine/core';
import { useState } from 'react';

interface CorrectedCellProps {
  readonly label: string;
  readonly text: string;
  readonly secret: boolean;
  readonly wrong: boolean;
  /** Id of the words that say what is wrong. */
  readonly told: string | undefined;
  readonly onCorrect: (text: string) => void;
}

/**
 * A cell that can be corrected where it stands: what is typed counts once the field is left. Enter leads to the next cell that is wrong, as in a
 * spreadsheet, so that a column of faults is mended by the keyboard alone.
 */
export function CorrectedCell({ label, text, secret, wrong, told, onCorrect }: CorrectedCellProps) {
  const [typed, setTyped] = useState(text);
  const settle = () => {
    if (typed !== text) onCorrect(typed);
  };
  return (
    // Without the library's own ones, which overwrite these: there is no wrapper that would know of the words in the cell.
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
