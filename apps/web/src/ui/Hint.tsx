import { Tooltip } from '@mantine/core';
import type { RefObject } from 'react';

interface HintProps {
  readonly label: string;
  readonly opened: boolean;
  readonly at: RefObject<HTMLElement | null>;
}

/** The words beside a control that stands already. */
export function Hint({ label, opened, at }: HintProps) {
  return <Tooltip label={label} opened={opened} target={at} />;
}
