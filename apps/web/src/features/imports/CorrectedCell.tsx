import { TextInput } from '@mantine/core';
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

/** A cell that can be corrected where it stands: what is typed counts once the field is left, or Enter is pressed. */
export function CorrectedCell({ label, text, secret, wrong, told, onCorrect }: CorrectedCellProps) {
  const [typed, setTyped] = useState(text);
  const settle = () => {
    if (typed !== text) onCorrect(typed);
  };
  return (
    <TextInput
      size="xs"
      aria-label={label}
      aria-invalid={wrong || undefined}
      aria-describedby={told}
      value={typed}
      placeholder={secret ? '••••' : undefined}
      autoComplete="off"
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle();
      }}
    />
  );
}
