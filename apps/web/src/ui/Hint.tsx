import { Tooltip } from '@mantine/core';
import type { RefObject } from 'react';

interface HintProps {
  readonly label: string;
  readonly opened: boolean;
  readonly at: RefObject<HTMLElement | null>;
}

/** Tooltip at a control that is already rendered. */
export function Hint({ label, opened, at }: HintProps) {
  return <Tooltip label={label} opened={opened} target={at} />;
}
