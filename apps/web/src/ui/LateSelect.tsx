import { ComboboxChevron, Input, InputBase, type SelectProps } from '@mantine/core';
import { type ComponentType, type FocusEvent, type KeyboardEvent, useEffect, useState } from 'react';
import { showError } from './notify.tsx';
import type { OpenedSelectProps } from './OpenedSelect.tsx';
import { labelOf, type Options } from './select-options.ts';

/** Delay before an unused select prefetches its code, in milliseconds, so that the select also opens without a network. */
const FETCH_AFTER_MS = 3_000;
/** Keys that open a select which takes no text. */
const OPENING = /^(Enter|NumpadEnter|Space|ArrowDown|ArrowUp)$/;

export interface LateSelectProps
  extends Omit<SelectProps, 'data' | 'value' | 'onChange' | 'searchValue' | 'clearButtonProps'> {
  readonly data: Options;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  readonly clearButtonProps?: { readonly 'aria-label': string };
}

/** User's request: none yet, the focus, or the options. */
type Asked = 'nothing' | 'focus' | 'options';

let kept: ComponentType<OpenedSelectProps> | null = null;
async function fetchSelect(): Promise<ComponentType<OpenedSelectProps>> {
  kept ??= (await import('./OpenedSelect.tsx')).OpenedSelect;
  return kept;
}

/**
 * Select whose closed box is rendered with its screen, while the code of its options and their positioning is loaded later. A press or
 * typed text before that takes effect as soon as the code is loaded.
 */
export function LateSelect(props: LateSelectProps) {
  const [Select, setSelect] = useState<ComponentType<OpenedSelectProps> | null>(() => kept);
  const [asked, setAsked] = useState<Asked>('nothing');
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => {
    if (Select || asked !== 'nothing') return;
    // A failed prefetch is ignored: the user is told once they open the select.
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
      // A blur clears the request, so that the loaded select does not take the focus from a user who has moved on.
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

/** Closed box, rendered exactly as the library's closed select. */
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
        // A press moves the focus first and clicks on release, so only a focus without a press counts here.
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
