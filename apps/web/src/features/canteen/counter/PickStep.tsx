import { useDebouncedValue } from '@mantine/hooks';
import { getMenu, type MenuItem } from '@mfuko/contract/canteen';
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { formatCount, formatMoney } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { describe } from '../../../lib/problems.ts';
import { useCall } from '../../../lib/queries.ts';
import classes from '../../../school/desk/counter.module.css';
import desk from '../../../school/desk/desk.module.css';
import { WHOLE_MENU } from './menu.ts';
import { NothingYet } from './NothingYet.tsx';
import { PlatesField } from './PlatesField.tsx';

const TYPING_PAUSE_MS = 200;

interface PickStepProps {
  readonly item: MenuItem | null;
  readonly onPick: (item: MenuItem | null) => void;
  readonly onNext: () => void;
}

/** First step: picks the item that is handed out, from large buttons that typing narrows down. */
export function PickStep({ item, onPick, onNext }: PickStepProps) {
  const { t } = useTranslation(['canteen', 'ui']);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(item?.name ?? '');
  const [active, setActive] = useState(-1);
  const [wrong, setWrong] = useState(false);
  const wanted = typed === item?.name ? '' : typed;
  const [search] = useDebouncedValue(wanted, TYPING_PAUSE_MS);
  const searched = search === '' ? {} : { search };
  const list = useCall(getMenu, { ...WHOLE_MENU, ...searched });
  const stale = search !== wanted || list.isPlaceholderData;
  const words = wanted.trim().toLowerCase();
  // Until the server's search has answered, only items whose name matches are shown, so that a quick Enter picks no other item.
  const shown = (list.data?.rows ?? []).filter(({ name }) => !stale || name.toLowerCase().includes(words));

  function pick(picked: MenuItem): void {
    setWrong(false);
    setTyped(picked.name);
    setActive(-1);
    onPick(picked);
    field.current?.focus();
  }
  function press(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((Math.max(active, step > 0 ? -1 : 0) + step + shown.length) % Math.max(shown.length, 1));
    }
    const meant = shown[active] ?? (words !== '' && shown.length === 1 ? shown[0] : undefined);
    if (event.key !== 'Enter' || !meant || meant.sysid === item?.sysid) return;
    event.preventDefault();
    pick(meant);
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (item) return onNext();
    setWrong(true);
    field.current?.focus();
  }
  return (
    <form onSubmit={submit} noValidate className={classes.pick}>
      <h2 className={desk.heading}>{t('consume.pick')}</h2>
      <div className={desk.form}>
        <div>
          <label className={desk.label} htmlFor={`${id}-field`}>
            {t('consume.item')}
          </label>
          <input
            ref={field}
            id={`${id}-field`}
            className={classes.input}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setActive(-1);
              if (item && event.target.value !== item.name) onPick(null);
            }}
            onKeyDown={press}
            role="combobox"
            aria-expanded={shown.length > 0}
            aria-controls={shown.length > 0 ? `${id}-menu` : undefined}
            aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
            aria-autocomplete="list"
            aria-invalid={wrong || undefined}
            aria-describedby={`${id}-wrong`}
            placeholder={t('ui:pick.type')}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
        <button type="submit" className={desk.press} data-look="go">
          {t('consume.next')}
        </button>
      </div>
      <p id={`${id}-wrong`} className={classes.wrong} role="alert">
        {wrong && !item ? t('consume.invalid') : list.isError ? describe(list.error).message : ''}
      </p>
      {shown.length > 0 ? (
        <div id={`${id}-menu`} role="listbox" aria-label={t('consume.item')} className={classes.menu}>
          {shown.map((one, place) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the field, which names the option
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
            <div
              key={one.sysid}
              id={`${id}-${place}`}
              role="option"
              aria-selected={one.sysid === item?.sysid}
              className={classes.tile}
              data-active={place === active || undefined}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(one)}
            >
              <strong>{one.name}</strong>{' '}
              <span>
                KES {formatMoney(one.price)}{' '}
                <small>
                  {t('fields.quantityPerPerson')}: {formatCount(one.quantityPerPerson)}
                </small>
              </span>
              {one.description && <small>{one.description}</small>}
            </div>
          ))}
        </div>
      ) : (
        <p className={desk.dim} role="status">
          {list.isFetching ? (
            t('ui:pick.loading')
          ) : words === '' && list.data?.total === 0 ? (
            <NothingYet />
          ) : (
            t('ui:pick.none')
          )}
        </p>
      )}
      <PlatesField />
    </form>
  );
}
