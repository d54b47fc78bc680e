import { ComboboxChevron, Input, InputBase, type SelectProps } from '@mantine/core';
import { type ComponentType, type FocusEvent, type KeyboardEvent, useEffect, useState } from 'react';
import { showError } from './notify.tsx';
import type { OpenedSelectProps } from './OpenedSelect.tsx';
import { labelOf, type Options } from './select-options.ts';

/** Time for which a screen stands before the code is fetched unasked, in milliseconds, so that it opens without a network too. */
const FETCH_AFTER_MS = 3_000;
/** Keys that open a box that takes no text. */
const OPENING = /^(Enter|NumpadEnter|Space|ArrowDown|ArrowUp)$/;

export interface LateSelectProps
  extends Omit<SelectProps, 'data' | 'value' | 'onChange' | 'searchValue' | 'clearButtonProps'> {
  readonly data: Options;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  readonly clearButtonProps?: { readonly 'aria-label': string };
}

/** Asked: nothing yet, the focus, or the options. */
type Asked = 'nothing' | 'focus' | 'options';

let kept: ComponentType<OpenedSelectProps> | null = null;
async function fetchSelect(): Promise<ComponentType<OpenedSelectProps>> {
  kept ??= (await import('./OpenedSelect.tsx')).OpenedSelect;
  return kept;
}

/**
 * A select whose box stands with its screen, while the code of its options, and of where they lie, comes later. What is pressed or
 * typed before that is done as soon as the code is there.
 */
export function LateSelect(props: LateSelectProps) {
  const [Select, setSelect] = useState<ComponentType<OpenedSelectProps> | null>(() => kept);
  const [asked, setAsked] = useState<Asked>('nothing');
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => {
    if (Select || asked !== 'nothing') return;
    // Fetched ahead: whoever asks for it is told what fails.
    const timer = setTimeout(() => fetchSelect().catch(() => undefined), FETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [Select, asked]);
  useEffect(() => {
    if (Select || asked === 'nothing') return;
    let gone = false;
    fetchSelect().then(
      (fetched) => gone || setSelect(() => fetched),
      (error) => {
        setAsked('nothing');
        showError(error);
      },
    );
    return () => {
      gone = true;
    };
  }, [Select, asked]);
  if (Select) return <Select {...props} asked={asked} typed={typed} />;
  return (
    <ClosedBox
      {...props}
      typed={typed}
      onType={(text) => {
        setTyped(text);
        setAsked('options');
      }}
      // The focus stays with whoever has gone on.
      onAsk={(what) => {
        if (what === 'nothing') setTyped(null);
        setAsked(what);
      }}
    />
  );
}

interface ClosedBoxProps extends LateSelectProps {
  readonly typed: string | null;
  readonly onType: (text: string) => void;
  readonly onAsk: (asked: Asked) => void;
}

/** The box as the select draws it while it is closed. */
function ClosedBox({ typed, onType, onAsk, ...props }: ClosedBoxProps) {
  const { value, onChange, searchable = false, clearable, clearButtonProps, className, w } = props;
  return (
    <InputBase
      __staticSelector="Select"
      __defaultRightSection={<ComboboxChevron size="sm" />}
      __clearSection={
        <Input.ClearButton
          tabIndex={-1}
          aria-hidden
          {...clearButtonProps}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChange(null)}
        />
      }
      __clearable={clearable === true && value !== null}
      rightSectionPointerEvents="none"
      aria-label={props['aria-label']}
      aria-labelledby={props['aria-labelledby']}
      placeholder={props.placeholder}
      className={className}
      w={w}
      pointer={!searchable}
      readOnly={!searchable}
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      autoComplete="off"
      value={typed ?? labelOf(props)}
      onChange={(event) => onType(event.currentTarget.value)}
      onFocus={(event: FocusEvent<HTMLInputElement>) => {
        if (searchable) event.currentTarget.select();
        // A press takes the focus first, and its own turn comes when it is let go.
        if (!event.currentTarget.matches(':active')) onAsk('focus');
      }}
      onBlur={() => onAsk('nothing')}
      onClick={() => onAsk('options')}
      onKeyDown={(event: KeyboardEvent) => {
        if (searchable ? !event.code.startsWith('Arrow') : !OPENING.test(event.code)) return;
        event.preventDefault();
        onAsk('options');
      }}
    />
  );
}
