import { Alert, Button, Group, Kbd, PasswordInput, SimpleGrid, Stack, Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.css';
import type { MenuItem } from '@mfuko/contract/canteen';
import { IconClock } from '@tabler/icons-react';
import { type FormEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import type { ScannerInUse } from '../../lib/scanner/useScanner.ts';
import { FingerprintPanel } from '../../school/FingerprintPanel.tsx';
import { StudentLine } from '../../school/StudentCard.tsx';
import { SunSwitch } from '../../school/SunSwitch.tsx';
import { StudentBox } from '../../school/student-box/StudentBox.tsx';
import { StepTitle } from '../../ui/StepTitle.tsx';
import { CounterBanner } from './CounterBanner.tsx';
import { Latest } from './Latest.tsx';
import { StoppedMeal } from './StoppedMeal.tsx';
import { type Counter, useCounter } from './useCounter.ts';
import { useWindowNow } from './useWindowNow.ts';

const BY_TOUCH = 'canteenByTouch';

interface ServeStepProps {
  readonly item: MenuItem;
  readonly scanner: ScannerInUse;
  readonly onBack: () => void;
}

/** Hands portions of one item out, student after student, by finger or by PIN. The hands never leave the digits. */
export function ServeStep({ item, scanner, onBack }: ServeStepProps) {
  const { t } = useTranslation('canteen');
  const fields: Fields = { number: useRef(null), pin: useRef(null) };
  const [byTouch, setByTouch] = useState(() => localStorage.getItem(BY_TOUCH) === 'true');
  const counter = useCounter({ item, scanner, byTouch });
  useFieldFor(counter, fields);
  const { open, next } = useWindowNow();
  useKeys(counter);
  function submit(event: FormEvent) {
    event.preventDefault();
    counter.serve();
  }
  return (
    <>
      {!open && next && (
        <Alert color="yellow" variant="light" icon={<IconClock aria-hidden />} mb="md" role="status">
          {t('windows.closed', { name: next.name, from: next.from })}
        </Alert>
      )}
      <CounterBanner outcome={counter.outcomes[0]} busy={counter.busy} way={counter.way} window={open?.name} />
      {counter.stopped && (
        <StoppedMeal item={item.name} {...counter.stopped} busy={counter.busy} onDrop={counter.drop} />
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <form onSubmit={submit} noValidate autoComplete="off">
          <StepTitle title={t('consume.serve')} arrived={false} />
          <Stack gap="md">
            <StudentBox
              ref={fields.number}
              value={counter.student.number}
              onNumber={counter.setNumber}
              named={counter.student.found !== null}
              error={counter.student.error}
              size="lg"
              autoFocus
            />
            <StudentLine student={counter.student.found} size="lg" />
            {counter.way === 'finger' ? (
              <FingerprintPanel
                scanner={scanner}
                suffix
                pinLink={
                  <Button
                    variant="subtle"
                    onClick={() => counter.choose('pin')}
                    rightSection={<Kbd aria-hidden>F3</Kbd>}
                  >
                    {t('consume.usePin')}
                  </Button>
                }
              />
            ) : (
              <>
                <PasswordInput
                  ref={fields.pin}
                  label={t('consume.pin')}
                  description={counter.fingerless ? t('consume.fingerless') : undefined}
                  value={counter.pin}
                  onChange={(event) => counter.setPin(event.currentTarget.value)}
                  inputMode="numeric"
                  autoComplete="off"
                  name="pin"
                  size="lg"
                  required
                />
                {!counter.fingerless && (
                  <Group>
                    <Button
                      variant="subtle"
                      onClick={() => counter.choose('finger')}
                      rightSection={<Kbd aria-hidden>F3</Kbd>}
                    >
                      {t('consume.useFingerprint')}
                    </Button>
                  </Group>
                )}
              </>
            )}
            <Switch
              label={t('consume.byTouch')}
              description={t('consume.byTouchHint')}
              checked={byTouch}
              onChange={(event) => {
                setByTouch(event.currentTarget.checked);
                localStorage.setItem(BY_TOUCH, String(event.currentTarget.checked));
              }}
            />
            <SunSwitch />
            <Group justify="space-between">
              <Button variant="default" onClick={onBack}>
                {t('consume.back')}
              </Button>
              <Button type="submit" loading={counter.busy} size="md">
                {t('consume.next')}
              </Button>
            </Group>
          </Stack>
        </form>
        <Latest outcomes={counter.outcomes} onTakenBack={counter.takenBack} />
      </SimpleGrid>
    </>
  );
}

type Fields = Readonly<Record<'number' | 'pin', RefObject<HTMLInputElement | null>>>;

/**
 * Puts the hands where the next thing is typed, in the very moment that the screen tells what came of a portion: a moment
 * later would select, and so lose, the first digit of a quick cook.
 */
function useFieldFor({ settled }: Counter, { number, pin }: Fields): void {
  useLayoutEffect(() => {
    if (!settled) return;
    const field = settled.next === 'pin' ? (pin.current ?? number.current) : number.current;
    field?.focus();
    field?.select();
  }, [settled, number, pin]);
}

/** F3 changes between finger and PIN, Esc forgets the student that was begun. */
function useKeys(counter: Counter): void {
  const latest = useRef(counter);
  latest.current = counter;
  useEffect(() => {
    function onKey(event: globalThis.KeyboardEvent) {
      const { way, choose, clear } = latest.current;
      // An open dialog or list has its own use for the key.
      if (event.defaultPrevented || document.querySelector('[role="dialog"]')) return;
      if (event.key === 'F3') choose(way === 'finger' ? 'pin' : 'finger');
      else if (event.key === 'Escape') clear();
      else return;
      event.preventDefault();
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
