import { type Ref, type RefObject, useId, useRef, useState } from 'react';

/** Props of the lazy part of an opening (`lateDialog`): the menu or panel, which is positioned at the button. */
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
 * Button that opens a menu or a panel, and the state that both share. The button is rendered with its screen, and the code of the menu is
 * loaded later: a press before that opens the menu as soon as the code is loaded.
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
