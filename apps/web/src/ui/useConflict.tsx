import type { UseFormReturnType } from '@mantine/form';
import { Suspense, useState } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import { CallError } from '../lib/problems.ts';
import { showAmount } from './amount-typing.ts';
import type { ConflictField } from './ConflictDialog.tsx';
import { lateDialog } from './late-dialog.tsx';

// Fetched when two have edited the same: no screen waits for it.
const ConflictDialog = lateDialog(() => import('./ConflictDialog.tsx').then((it) => it.ConflictDialog));

interface ConflictOptions<Values extends Record<string, unknown>, Present> {
  readonly form: UseFormReturnType<Values>;
  /** Stamp of the record as the form got it. Later ones are not heard: what is typed was typed over this one. */
  readonly updated: string;
  /** Fields that are compared, each with its name. */
  readonly labels: Partial<Record<keyof Values & string, string>>;
  /** Values that the form would begin with for the record as it is now. */
  readonly valuesOf: (present: Present) => Partial<Values>;
  /** Fields that are amounts in KES: shown grouped, as they are typed. */
  readonly amounts?: readonly (keyof Values & string)[];
  /** A value in words, where its text would say nothing. */
  readonly show?: (field: keyof Values & string, value: unknown, present: Present | null) => string;
  /** Saves over `present`, the version that was shown. */
  readonly save: (values: Values, updated: string, present: Present) => void;
}

interface Clash<Present> {
  readonly present: Present;
  readonly updated: string;
  readonly fields: readonly ConflictField[];
}

/**
 * Edits with a stamp: where somebody else changed the record meanwhile, shows both versions field by field, and saves what was chosen
 * over the version that was shown. `caught` is true for such a refusal.
 */
export function useConflict<Values extends Record<string, unknown>, Present>(
  options: ConflictOptions<Values, Present>,
) {
  const { form, labels, valuesOf, save } = options;
  const show: typeof plain<Present> = (name, value, present) =>
    typeof value === 'boolean'
      ? t(value ? 'conflict.yes' : 'conflict.no')
      : options.amounts?.includes(name)
        ? showAmount(String(value ?? '').trim())
        : (options.show ?? plain)(name, value, present);
  const { t } = useTranslation('ui');
  const [updated, setUpdated] = useState(options.updated);
  const [clash, setClash] = useState<Clash<Present> | null>(null);

  function caught(error: unknown): boolean {
    if (!(error instanceof CallError) || error.problem !== 'record.changed') return false;
    const present = error.detail as Present & { updated: string };
    const theirs = valuesOf(present);
    const mine = form.getValues();
    const fields = (Object.keys(labels) as (keyof Values & string)[])
      .filter((name) => name in theirs && show(name, mine[name], null) !== show(name, theirs[name], present))
      .map((name) => ({
        name,
        label: labels[name] ?? name,
        mine: show(name, mine[name], null),
        theirs: show(name, theirs[name], present),
        touched: form.isDirty(name),
      }));
    setClash({ present, updated: present.updated, fields });
    return true;
  }
  function resolve(keptMine: ReadonlySet<string>) {
    if (!clash) return;
    const theirs = valuesOf(clash.present);
    const others = clash.fields.filter(({ name }) => !keptMine.has(name)).map(({ name }) => [name, theirs[name]]);
    const values = { ...form.getValues(), ...(Object.fromEntries(others) as Partial<Values>) };
    form.setValues(values);
    setUpdated(clash.updated);
    setClash(null);
    save(values, clash.updated, clash.present);
  }
  const dialog = clash && (
    <Suspense>
      <ConflictDialog fields={clash.fields} onSave={resolve} onClose={() => setClash(null)} />
    </Suspense>
  );
  /** `adopt` hears the stamp of what was saved, where the form stays. */
  return { updated, adopt: setUpdated, caught, dialog };
}

function plain<Present>(_: string, value: unknown, _present: Present | null): string {
  return Array.isArray(value) ? value.join(', ') : String(value ?? '').trim();
}
