import { Kbd, Modal, Text } from '@mantine/core';
import type { Role } from '@mfuko/contract/endpoint';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import { useDraftState } from '../ui/draft-storage.ts';
import classes from './Palette.module.css';
import type { Entry, Recent } from './palette/entry.ts';
import { useEntries } from './palette/useEntries.ts';

interface PaletteProps {
  readonly role: Role;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onTheme: () => void;
  readonly onHelp: () => void;
}

const MAX_RECENT = 6;

/** Finds screens, people and actions. Loaded once the frame has been shown for a while, or on first use. */
export function Palette({ opened, onClose, ...rest }: PaletteProps) {
  // Loads the texts of the results in advance.
  useTranslation('palette');
  const { t } = useTranslation('shell');
  const [recent, keep] = useDraftState<readonly Recent[]>('recent', []);
  return (
    <Modal.Root opened={opened} onClose={onClose} size="lg" yOffset="10dvh" centered={false}>
      <Modal.Overlay />
      <Modal.Content aria-label={t('palette.label')}>
        <Modal.Body p={0}>
          <Finder
            {...rest}
            recent={recent}
            onOpened={(entry) =>
              keep((now) => [entry, ...now.filter(({ id }) => id !== entry.id)].slice(0, MAX_RECENT))
            }
            onDone={onClose}
          />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

interface FinderProps extends Omit<PaletteProps, 'opened' | 'onClose'> {
  readonly recent: readonly Recent[];
  readonly onOpened: (entry: Recent) => void;
  readonly onDone: () => void;
}

function Finder({ onDone, ...rest }: FinderProps) {
  const { t } = useTranslation('shell');
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const { groups, state } = useEntries(text, rest);
  const all = groups.flatMap(({ entries }) => entries);
  const at = Math.min(chosen, all.length - 1);
  const id = useId();
  // Enter was pressed before the people were loaded.
  const hasty = useRef<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Focuses at once, for a user who types on, but only after the dialog has noted where the focus returns to.
    const soon = setTimeout(() => field.current?.focus());
    return () => clearTimeout(soon);
  }, []);

  function run(entry: Entry | undefined): void {
    if (!entry) return;
    onDone();
    entry.run();
  }
  function press(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      if (all.length > 0) run(all[at]);
      else hasty.current = text;
    } else if (event.key === 'ArrowDown') setChosen(at + 1 >= all.length ? 0 : at + 1);
    else if (event.key === 'ArrowUp') setChosen(at <= 0 ? all.length - 1 : at - 1);
    else return;
    event.preventDefault();
  }
  const first = all[0];
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (state !== 'searching' && hasty.current === text && first) run(first);
  }, [state, first]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is chosen has moved
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [at, all.length]);

  return (
    <>
      <div className={classes.field}>
        <IconSearch size={20} aria-hidden />
        <input
          ref={field}
          className={classes.input}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setChosen(0);
            hasty.current = null;
          }}
          onKeyDown={press}
          placeholder={t(rest.role === 'CheckAgent' ? 'palette.placeholderAgent' : 'palette.placeholder')}
          aria-label={t(rest.role === 'CheckAgent' ? 'palette.placeholderAgent' : 'palette.placeholder')}
          role="combobox"
          aria-expanded={all.length > 0}
          aria-controls={all.length > 0 ? `${id}-list` : undefined}
          aria-activedescendant={all[at] ? `${id}-${at}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          data-autofocus
        />
        <Kbd aria-hidden>Esc</Kbd>
      </div>
      <div className={classes.found}>
        {all.length > 0 && (
          <div ref={list} id={`${id}-list`} className={classes.list} role="listbox" aria-label={t('palette.label')}>
            {groups.map(({ title, entries }) => (
              // biome-ignore lint/a11y/useSemanticElements: a group of options, which a fieldset is not
              <div key={title} role="group" aria-label={title}>
                <Text size="xs" fw={700} c="dimmed" className={classes.group} aria-hidden>
                  {title}
                </Text>
                {entries.map((entry) => {
                  const place = all.indexOf(entry);
                  return (
                    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the field, which names the option
                    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
                    <div
                      key={entry.id}
                      id={`${id}-${place}`}
                      role="option"
                      aria-selected={place === at}
                      className={classes.entry}
                      onMouseDown={(event) => event.preventDefault()}
                      onMouseMove={() => setChosen(place)}
                      onClick={() => run(entry)}
                    >
                      <entry.Icon size={20} stroke={1.6} aria-hidden className={classes.icon} />
                      <span className={classes.words}>
                        <span>{entry.label}</span>
                        {entry.detail && <span className={classes.detail}>{entry.detail}</span>}
                      </span>
                    </div>
                  );
                })}
              </div>
            ))}
          </div>
        )}
        <p className={classes.state} role="status">
          {state === 'searching' && t('palette.searching')}
          {state === 'failed' && t('palette.failed')}
          {state === 'done' && (all.length === 0 ? t('palette.none') : '')}
        </p>
      </div>
    </>
  );
}
