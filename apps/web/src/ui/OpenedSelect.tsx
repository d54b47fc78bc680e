import { Select } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { LateSelectProps } from './LateSelect.tsx';
import { labelOf } from './select-options.ts';

export interface OpenedSelectProps extends LateSelectProps {
  /** Asked of the box before this code was there, and typed into it. */
  readonly asked: 'nothing' | 'focus' | 'options';
  readonly typed: string | null;
}

/** The select that takes the place of the box, and does first what was asked of that. */
export function OpenedSelect({ asked, typed, onSearchChange, ...props }: OpenedSelectProps) {
  const { searchable } = props;
  const [search, setSearch] = useState(typed ?? labelOf(props));
  const input = useRef<HTMLInputElement>(null);
  // The select empties its text as it is drawn first, which would take away what was typed.
  const stands = useRef(false);
  const first = useRef({ asked, typed, searchable, tell: onSearchChange });
  function change(text: string) {
    if (!stands.current) return;
    setSearch(text);
    onSearchChange?.(text);
  }
  // Done once, with what was asked then.
  useEffect(() => {
    stands.current = true;
    const box = input.current;
    const { asked: wanted, typed: text, searchable: opens, tell } = first.current;
    if (wanted === 'nothing' || !box) return;
    box.focus({ preventScroll: true });
    // A box that takes text opens with the focus.
    if (wanted === 'options' && !opens) box.click();
    if (text === null) return;
    tell?.(text);
    box.setSelectionRange(text.length, text.length);
  }, []);
  // Letters that were typed before it turned out that there are few options are no label.
  const shown = searchable ? search : labelOf(props);
  return <Select {...props} ref={input} searchValue={shown} onSearchChange={change} />;
}
