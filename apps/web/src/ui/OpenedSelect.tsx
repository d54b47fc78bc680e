import { Select } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { LateSelectProps } from './LateSelect.tsx';
import { labelOf } from './select-options.ts';

export interface OpenedSelectProps extends LateSelectProps {
  /** Request and text that the closed box received before this code was loaded. */
  readonly asked: 'nothing' | 'focus' | 'options';
  readonly typed: string | null;
}

/** Select that replaces the closed box, and first carries out the request that the box received. */
export function OpenedSelect({ asked, typed, onSearchChange, ...props }: OpenedSelectProps) {
  const { searchable } = props;
  const [search, setSearch] = useState(typed ?? labelOf(props));
  const input = useRef<HTMLInputElement>(null);
  // The library's select clears its text on the first render, which would discard the typed text.
  const stands = useRef(false);
  const first = useRef({ asked, typed, searchable, tell: onSearchChange });
  function change(text: string) {
    if (!stands.current) return;
    setSearch(text);
    onSearchChange?.(text);
  }
  // Runs once, with the request of the first render.
  useEffect(() => {
    stands.current = true;
    const box = input.current;
    const { asked: wanted, typed: text, searchable: opens, tell } = first.current;
    if (wanted === 'nothing' || !box) return;
    box.focus({ preventScroll: true });
    // A searchable select opens on focus.
    if (wanted === 'options' && !opens) box.click();
    if (text === null) return;
    tell?.(text);
    box.setSelectionRange(text.length, text.length);
  }, []);
  // Text typed before the loaded options turned out to be too few for a search is not a label.
  const shown = searchable ? search : labelOf(props);
  return <Select {...props} ref={input} searchValue={shown} onSearchChange={change} />;
}
