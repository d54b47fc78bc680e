import { type Ref, type RefObject, useId, useRef, useState } from 'react';

/** Part of an opening that comes later (`lateDialog`): the menu or panel itself, which places itself by the button. */
export interface OpeningProps {
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
  readonly id: string;
  readonly button: RefObject<HTMLElement | null>;
}

interface Opening {
  readonly buttonProps: {
    readonly id: string;
    readonly ref: Ref<HTMLButtonElement>;
    readonly 'aria-haspopup': 'menu' | 'dialog';
    readonly 'aria-expanded': boolean;
    readonly 'aria-controls': string | undefined;
    readonly onClick: () => void;
  };
  readonly part: OpeningProps;
}

/**
 * A button that opens a menu or a panel, and what both know of each other. The button stands with its screen, and the code of what
 * it opens comes later: a press before that opens it as soon as it is there.
 */
export function useOpening(
  kind: 'menu' | 'dialog',
  kept?: readonly [opened: boolean, onOpened: (opened: boolean) => void],
): Opening {
  const own = useState(false);
  const [opened, onChange] = kept ?? own;
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  return {
    buttonProps: {
      id: `${id}-target`,
      ref: button,
      'aria-haspopup': kind,
      'aria-expanded': opened,
      'aria-controls': opened ? `${id}-dropdown` : undefined,
      onClick: () => onChange(!opened),
    },
    part: { opened, onChange, id, button },
  };
}
